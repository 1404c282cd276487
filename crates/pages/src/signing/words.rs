//! Every sentence about signing in the browser, in both languages.

kernel::words! {
    pub(super) struct Words {
        title = "Подписать в браузере", "Sign in the browser";
        lead =
            "Ключ не покидает этот компьютер: браузер сам подписывает то, что показано выше.",
            "The key does not leave this computer: the browser itself signs what is shown above.";
        key = "Файл с ключом", "File with the key";
        key_hint =
            "PKCS#8 в PEM, с паролем или без: ECDSA P-256, P-384 или RSA.",
            "PKCS#8 in PEM, with a password or without: ECDSA P-256, P-384 or RSA.";
        password = "Пароль ключа", "Password of the key";
        password_hint = "Если ключ зашифрован (PBES2, AES).", "When the key is encrypted (PBES2, AES).";
        certificate = "Файл с сертификатом", "File with the certificate";
        certificate_hint =
            "Не нужен, если сертификат уже зарегистрирован.",
            "Not needed for a certificate that is registered.";
        sign = "Создать подпись", "Make the signature";
        new_title = "Создать ключ в браузере", "Make a key in the browser";
        new_lead =
            "Браузер создаст ключ, сохранит его в зашифрованный файл и заполнит запрос. Банк получает только запрос. \
                Файл и пароль не восстановить: храните их отдельно друг от друга.",
            "The browser makes a key, saves it as an encrypted file and fills in the request. The bank gets only \
             the request. Neither the file nor the password can be restored: keep them apart from each other.";
        new_password = "Пароль для файла с ключом", "Password of the file with the key";
        new_again = "Повторите пароль для файла с ключом", "Repeat the password of the file with the key";
        make = "Создать ключ", "Make the key";
        save = "Сохранить файл с ключом", "Save the file with the key";
        /// The sentences of the script, by the names that it uses.
        said: [(&'static str, &'static str); 20] =
            [
                ("working", "Подождите…"),
                ("signed", "Подпись готова. Отправьте её кнопкой ниже."),
                ("made", "Ключ создан, запрос заполнен. Убедитесь, что файл с ключом сохранён, и отправьте запрос."),
                ("failed", "Не получилось. Попробуйте другой файл или другой браузер."),
                ("network", "Банк не отвечает. Попробуйте ещё раз."),
                ("unreadable", "Файл нельзя прочитать: это не ключ и не сертификат."),
                ("encryption", "Ключ зашифрован способом, который браузер не читает. Нужен PBES2 с PBKDF2 и AES."),
                ("password_needed", "Ключ зашифрован: введите пароль."),
                ("password_wrong", "Пароль не подходит к этому ключу."),
                ("key_kind", "Ключом такого вида браузер подписать не может. Нужен ECDSA P-256, P-384 или RSA."),
                ("key_file", "В файле нет ключа PKCS#8 в PEM."),
                ("key_missing", "Выберите файл с ключом."),
                ("certificate_file", "В файле нет сертификата в PEM."),
                ("no_certificate", "К этому ключу нет сертификата. Выберите файл с сертификатом этого ключа."),
                ("file_large", "Файл слишком большой."),
                ("document_changed", "Документ изменился с тех пор, как открыта страница. Откройте её снова."),
                ("password_short", "Пароль короче 8\u{a0}символов."),
                ("password_differs", "Пароли не совпадают."),
                ("sum", "Сумма"),
                ("rows", "Переводов"),
            ],
            [
                ("working", "Wait…"),
                ("signed", "The signature is ready. Send it with the button below."),
                ("made",
                 "The key is made and the request filled in. Make sure that the file with the key is saved, then \
                  send the request."),
                ("failed", "That did not work. Try another file or another browser."),
                ("network", "The bank does not answer. Try again."),
                ("unreadable", "The file cannot be read: it is neither a key nor a certificate."),
                ("encryption",
                 "The key is encrypted in a way that the browser cannot read. It accepts PBES2 with PBKDF2 and AES."),
                ("password_needed", "The key is encrypted: type its password."),
                ("password_wrong", "This is not the password of this key."),
                ("key_kind", "The browser cannot sign with a key of this kind. It accepts ECDSA P-256, P-384 and RSA."),
                ("key_file", "The file has no key as PKCS#8 in PEM."),
                ("key_missing", "Choose the file with the key."),
                ("certificate_file", "The file has no certificate in PEM."),
                ("no_certificate", "There is no certificate for this key. Choose the file with its certificate."),
                ("file_large", "The file is too large."),
                ("document_changed", "The document has changed since the page was opened. Open it again."),
                ("password_short", "The password is shorter than 8 characters."),
                ("password_differs", "The passwords differ."),
                ("sum", "Sum"),
                ("rows", "Transfers"),
            ];
    }
}
