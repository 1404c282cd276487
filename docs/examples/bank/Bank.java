// Plays the bank's systems: takes orders of one role and answers them. Java 17, no packages, no build.
//
// java Bank.java NAME KEY.pem [ADDRESS]     NAME and KEY.pem as `clientbank systems add` knows them

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.*;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.security.*;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.*;
import java.time.temporal.TemporalAdjusters;
import java.util.*;
import java.util.stream.Collectors;

import static java.nio.charset.StandardCharsets.UTF_8;

public class Bank {
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(10)).build();
    static String name, address, token = "";
    static PrivateKey key;
    static final Map<String, String> done = new HashMap<>(); // answers by the name of the order

    public static void main(String[] arguments) throws Exception {
        name = arguments[0];
        key = read(Path.of(arguments[1]));
        address = arguments.length > 2 ? arguments[2] : "http://127.0.0.1:8083";
        Path cursor = Path.of(name + ".cursor"); // the last number that was answered: the next start goes on after it
        Path books = Path.of(name + ".books"); // what this bank has done: the name of an order, a tab, the answer
        if (Files.exists(books)) {
            String lines = new String(Files.readAllBytes(books), UTF_8);
            lines = lines.substring(0, lines.lastIndexOf('\n') + 1); // a line that a power loss tore was told to nobody
            lines.lines().forEach(line -> done.put(line.split("\t")[0], line.split("\t")[1]));
            try (var file = FileChannel.open(books, StandardOpenOption.WRITE)) {
                file.truncate(lines.getBytes(UTF_8).length);
            }
        }
        String after = Files.exists(cursor) ? Files.readString(cursor).strip() : "0";
        while (true) {
            Map<String, Object> page = call("/bank/v1/orders?after=" + after + "&wait=30", null);
            for (Object one : (List<?>) page.get("orders")) {
                Map<String, Object> order = members(one);
                String id = (String) order.get("id");
                // Written down before it is told, and found again when the channel asks again under the same name.
                if (!done.containsKey(id)) {
                    done.put(id, decide(order, members(order.get("payload"))));
                    append(books, id + "\t" + done.get(id) + "\n");
                }
                if (List.of("OPEN", "TAKEN").contains(order.get("state"))) {
                    Map<String, Object> told = call("/bank/v1/orders/" + id + "/answer", done.get(id));
                    System.out.println(order.get("kind") + " " + id + " " + told.getOrDefault("verdict", told));
                }
            }
            after = String.valueOf(page.get("nextAfter"));
            Files.writeString(Path.of(cursor + ".new"), after);
            Files.move(Path.of(cursor + ".new"), cursor, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** What this bank says. A real one books the payment, asks its tariff system, has people look. */
    static String decide(Map<String, Object> order, Map<String, Object> payload) {
        return switch ((String) order.get("kind")) {
            case "payment.send" -> "{\"outcome\":\"DONE\",\"reference\":\"HUB-" + payload.get("endToEndId") + "\"}";
            // A core pays each part of /bank/v1/orders/ID/parts; one answer may speak for all.
            case "payroll.execute" -> "{\"outcome\":\"DONE\",\"reference\":\"CORE-" + payload.get("name") + "\"}";
            case "tariff_request.decide" -> "{\"outcome\":\"DONE\",\"details\":{\"effectiveFrom\":\""
                + LocalDate.parse(((String) order.get("openedAt")).substring(0, 10)).with(TemporalAdjusters.firstDayOfNextMonth()) + "\"}}";
            case "currency_certificate.decide" -> ((List<?>) payload.get("certificates")).stream()
                .map(one -> "{\"position\":" + members(one).get("position") + ",\"status\":\"ACCEPTED\"}")
                .collect(Collectors.joining(",", "{\"outcome\":\"DONE\",\"details\":{\"certificates\":[", "]}}"));
            // Java 17 reads a source in the encoding of the locale, so words in Russian are written as escapes.
            case "letter.answer" -> "{\"outcome\":\"DONE\",\"details\":{\"text\":\"\u041c\u044b \u043f\u043e\u043b\u0443\u0447\u0438\u043b\u0438 \u0432\u0430\u0448\u0435 \u043f\u0438\u0441\u044c\u043c\u043e.\"}}";
            default -> "{\"outcome\":\"REFUSED\",\"reason\":{\"ru\":\"\u0411\u0430\u043d\u043a \u044d\u0442\u043e\u0433\u043e \u043d\u0435 \u0434\u0435\u043b\u0430\u0435\u0442\",\"en\":\"The bank does not do this\"}}";
        };
    }

    /** Calls the bank API, with a new token when the old one has ended. Silence is no answer: it calls again. */
    static Map<String, Object> call(String path, String body) throws Exception {
        while (true) {
            var request = HttpRequest.newBuilder(URI.create(address + path)).timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token).header("Content-Type", "application/json");
            if (body != null) request.POST(HttpRequest.BodyPublishers.ofString(body));
            try {
                var answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 401) token = token();
                else if (answer.statusCode() == 429 || answer.statusCode() == 503)
                    Thread.sleep(1000 * Long.parseLong(answer.headers().firstValue("Retry-After").orElse("1")));
                else return members(new Json(answer.body()).value());
            } catch (IOException error) {
                System.out.println("no answer, again: " + error);
                Thread.sleep(1000);
            }
        }
    }

    /** Proves with an assertion that this system has its key (RFC 7523). Each works once and ends soon. */
    static String token() throws Exception {
        long now = Instant.now().getEpochSecond();
        String claims = "{\"iss\":\"%1$s\",\"sub\":\"%1$s\",\"aud\":\"%2$s\",\"iat\":%3$d,\"exp\":%4$d,\"jti\":\"%5$s\"}"
            .formatted(name, address, now, now + 60, UUID.randomUUID());
        String text = base64url("{\"alg\":\"ES256\",\"typ\":\"JWT\"}".getBytes(UTF_8)) + "." + base64url(claims.getBytes(UTF_8));
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format"); // both numbers with 32 bytes each
        signature.initSign(key);
        signature.update(text.getBytes(UTF_8));
        String form = "grant_type=client_credentials&client_assertion_type="
            + URLEncoder.encode("urn:ietf:params:oauth:client-assertion-type:jwt-bearer", UTF_8)
            + "&client_assertion=" + text + "." + base64url(signature.sign());
        var answer = HTTP.send(HttpRequest.newBuilder(URI.create(address + "/bank/v1/token")).timeout(Duration.ofSeconds(10))
            .header("Content-Type", "application/x-www-form-urlencoded").POST(HttpRequest.BodyPublishers.ofString(form)).build(),
            HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) throw new IOException("no token: " + answer.statusCode() + " " + answer.body());
        return (String) members(new Json(answer.body()).value()).get("access_token");
    }

    /** Reads the key as openssl writes it: `ecparam -genkey` (SEC 1), which gets the frame of PKCS#8, or `genpkey`. */
    static PrivateKey read(Path file) throws Exception {
        String pem = Files.readString(file);
        int begin = pem.indexOf("-----BEGIN EC PRIVATE KEY-----");
        String body = begin < 0 ? pem : pem.substring(begin);
        byte[] der = Base64.getMimeDecoder().decode(body.replaceAll("-----[A-Z ]+-----", ""));
        if (begin >= 0) {
            byte[] frame = HexFormat.of().parseHex("308100020100301306072a8648ce3d020106082a8648ce3d03010704");
            frame[2] = (byte) (frame.length - 3 + 1 + der.length);
            der = ByteBuffer.allocate(frame.length + 1 + der.length).put(frame).put((byte) der.length).put(der).array();
        }
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    static void append(Path file, String line) throws IOException {
        try (var out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (var bytes = ByteBuffer.wrap(line.getBytes(UTF_8)); bytes.hasRemaining(); ) out.write(bytes);
            out.force(true);
        }
    }

    static String base64url(byte[] data) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(data);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> members(Object value) {
        return (Map<String, Object>) value;
    }

    /** Reads JSON without a package, numbers as their text. Use the JSON library of your house in its place. */
    static final class Json {
        final String text;
        int at;

        Json(String text) {
            this.text = text;
        }

        char next() {
            while (" \t\r\n,:".indexOf(text.charAt(at)) >= 0) at++;
            return text.charAt(at);
        }

        Object value() {
            switch (next()) {
                case '{': {
                    var members = new LinkedHashMap<String, Object>();
                    for (at++; next() != '}'; ) members.put((String) value(), value());
                    at++;
                    return members;
                }
                case '[': {
                    var items = new ArrayList<Object>();
                    for (at++; next() != ']'; ) items.add(value());
                    at++;
                    return items;
                }
                case '"':
                    return string();
                default: {
                    int start = at;
                    while (at < text.length() && " \t\r\n,]}".indexOf(text.charAt(at)) < 0) at++;
                    String word = text.substring(start, at);
                    return word.equals("null") ? null : word;
                }
            }
        }

        String string() {
            var read = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') {
                    read.append(text.charAt(at));
                    continue;
                }
                char escaped = text.charAt(++at);
                int control = "bfnrt".indexOf(escaped);
                if (escaped == 'u') {
                    read.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                    at += 4;
                } else read.append(control < 0 ? escaped : "\b\f\n\r\t".charAt(control));
            }
            at++;
            return read.toString();
        }
    }
}
