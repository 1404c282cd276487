//! Every sentence of the pages about webinars, in both languages.

kernel::words! {
    pub(super) struct Words {
        title = "Вебинары", "Webinars";
        lead =
            "Разбираем работу с банком: прямые эфиры, записи и материалы",
            "How to work with the bank: live events, recordings and material";
        nothing = "Вебинаров пока нет.", "There are no webinars yet.";
        new = "Новый", "New";
        files = "Материалы", "Material";
        announced = "появится позже", "to come later";
    }
}
