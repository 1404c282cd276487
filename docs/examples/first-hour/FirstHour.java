// The first hour with the bank in Java 17 or newer: its own library, and the program `openssl` for signatures.
// It starts as it is: `java FirstHour.java`. A real program reads JSON with a library such as Jackson.

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class FirstHour {
    static final String API = System.getenv().getOrDefault("API", "http://127.0.0.1:8080");
    static final String IDENTITY = System.getenv().getOrDefault("IDENTITY", "http://127.0.0.1:8081");
    static final String KEYS = System.getenv().getOrDefault("KEYS", "clientbank-demo/demo-keys");
    static final String CLIENT = "demo-erp", SECRET = "demo-erp-secret", CALLBACK = "http://127.0.0.1:9090/callback";
    // HTTP/1.1, because the bank speaks no other.
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    // Seconds before their end at which tokens are refreshed.
    static final long AHEAD_S = Long.parseLong(System.getenv().getOrDefault("AHEAD_S", "60"));
    static String accessToken, idToken, refreshToken;
    static long endS;

    static String word(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    static byte[] sha256(String text) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    }

    static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    }

    /** The texts of a member in a JSON text, in their order. */
    static List<String> texts(String json, String name) {
        return Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json).results().map(found -> found.group(1)).toList();
    }

    /** One call of the identity provider, as the software that the bank knows. */
    static String identity(String path, Map<String, String> fields) throws Exception {
        String basic = Base64.getEncoder().encodeToString((CLIENT + ":" + SECRET).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create(IDENTITY + path)).header("Authorization", "Basic " + basic)
            .header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form(fields))).build();
        HttpResponse<String> answer = HTTP.send(request, BodyHandlers.ofString());
        check(answer.statusCode() == 200, answer.body());
        return answer.body();
    }

    static long nowS() {
        return System.nanoTime() / 1_000_000_000;
    }

    /** Tokens for a code or a refresh token. The newest refresh token is the one to keep. */
    static void fetchTokens(Map<String, String> fields) throws Exception {
        String answer = identity("/token", fields);
        accessToken = texts(answer, "access_token").get(0);
        idToken = texts(answer, "id_token").get(0);
        refreshToken = texts(answer, "refresh_token").get(0);
        endS = nowS() + Long.parseLong(answer.replaceAll(".*\"expires_in\":(\\d+).*", "$1"));
    }

    /** The code flow with PKCE: a person logs in in the browser, and the code comes back to this program. */
    static void login() throws Exception {
        String verifier = word(48), state = word(16), nonce = word(16);
        String challenge = Base64.getUrlEncoder().withoutPadding().encodeToString(sha256(verifier));
        CompletableFuture<String> query = new CompletableFuture<>();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 9090), 0);
        server.createContext("/callback", exchange -> {
            byte[] page = "Back to the program: this page can be closed.".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
            query.complete(exchange.getRequestURI().getRawQuery());
        });
        server.start();
        System.out.println("Open in the browser: " + IDENTITY + "/authorize?" + form(Map.of("response_type", "code", "client_id", CLIENT,
            "redirect_uri", CALLBACK, "scope", "openid profile email phone", "state", state, "nonce", nonce,
            "code_challenge", challenge, "code_challenge_method", "S256")));
        Map<String, String> found = Pattern.compile("&").splitAsStream(query.get()).map(pair -> pair.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
        server.stop(0);
        check(state.equals(found.get("state")) && IDENTITY.equals(found.get("iss")), "the answer belongs to another login: it is not used");
        if (!found.containsKey("code")) {
            System.err.printf("nobody has logged in (%s: %s); start again to log in%n", found.get("error"), found.get("error_description"));
            System.exit(1);
        }
        fetchTokens(Map.of("grant_type", "authorization_code", "code", found.get("code"), "redirect_uri", CALLBACK, "code_verifier", verifier));
        String claims = new String(Base64.getUrlDecoder().decode(idToken.split("[.]")[1]), StandardCharsets.UTF_8);
        check(texts(claims, "iss").contains(IDENTITY) && texts(claims, "aud").contains(CLIENT) && texts(claims, "nonce").contains(nonce),
            "the identity token is another login's");
    }

    /** One call of the API: both tokens go with each, and new ones are fetched before they end. */
    static HttpResponse<String> api(String method, String path, String body, String... headers) throws Exception {
        if (endS - nowS() < AHEAD_S) fetchTokens(Map.of("grant_type", "refresh_token", "refresh_token", refreshToken));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(API + path)).timeout(Duration.ofSeconds(60))
            .header("Authorization", "Bearer " + accessToken).header("Id-Token", idToken).header("Content-Type", "application/json");
        for (int index = 0; index < headers.length; index += 2) request.header(headers[index], headers[index + 1]);
        return HTTP.send(request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)).build(),
            BodyHandlers.ofString());
    }

    /** A payroll statement in the canonical form: names sorted, no white space. It is sent as it is signed. */
    static String statement(String id) {
        int amount = 7000 + Math.floorMod(id.hashCode(), 900); // The same accounts and amounts as before have the warning P13.
        return """
            {"account":"40702810600000000001","enrollmentCode":"01","externalId":"%1$s","incomeCode":1,"totalAmount":%2$d.00,"transfers":[\
            {"account":"40817810000000000101","amount":%2$d.00,"currency":"RUR","firstName":"Анна","lastName":"Смирнова","orderNumber":1}\
            ],"transfersCount":1}""".formatted(id, amount);
    }

    static String newId() {
        return "first-hour-" + HexFormat.of().formatHex(Base64.getUrlDecoder().decode(word(8)));
    }

    /** A detached CMS signature over the 32 bytes of the digest. */
    static String signature(byte[] digest, String name) throws Exception {
        Path content = Files.createTempFile("digest", null), cms = Files.createTempFile("cms", null), key = Path.of(KEYS, name);
        Files.write(content, digest);
        int code = new ProcessBuilder("openssl", "cms", "-sign", "-binary", "-cades", "-md", "sha256", "-in", content.toString(),
            "-outform", "DER", "-out", cms.toString(), "-signer", key + ".crt", "-inkey", key + ".key").inheritIO().start().waitFor();
        check(code == 0, "openssl failed");
        return Base64.getEncoder().encodeToString(Files.readAllBytes(cms));
    }

    /** Asks for the status once a second, which is as often as the bank answers. */
    static void await(String id, String goal) throws Exception {
        HttpResponse<String> answer = null;
        for (int round = 0; round < 60; round++) {
            answer = api("GET", "/v1/statements/" + id, null);
            if (answer.statusCode() == 200 && answer.body().contains("\"status\":\"" + goal + "\"")) return;
            Thread.sleep(1000);
        }
        check(false, id + " is not " + goal + ": " + answer.body());
    }

    static void check(boolean holds, String reason) {
        if (!holds) throw new IllegalStateException(reason);
    }

    public static void main(String[] arguments) throws Exception {
        login();
        HttpResponse<String> answer = api("GET", "/v1/accounts/40702810600000000001?fields=Number,Balance", null);
        System.out.println("1. read: " + answer.statusCode() + " " + answer.body());

        // Events from now on: the last page of the list has the place to go on from.
        String page = api("GET", "/v1/events?limit=100", null).body();
        while (page.contains("\"hasMore\":true")) page = api("GET", "/v1/events?limit=100&after=" + texts(page, "nextCursor").get(0), null).body();
        String cursor = texts(page, "nextCursor").get(0);

        // Without signatures: people sign in the online bank. Here a trigger of the sandbox lets them do it at once.
        String unsigned = newId();
        answer = api("POST", "/v1/statements", "{\"payload\":" + statement(unsigned) + "}", "Sandbox-Trigger", "people-sign");
        check(answer.statusCode() == 202, answer.body());
        await(unsigned, "EXECUTED");
        System.out.println("2. unsigned payroll executed: " + unsigned);

        // With all signatures of the company's scheme: nobody has to do anything any more.
        String signed = newId(), payload = statement(signed);
        byte[] digest = sha256(payload);
        List<String> signatures = new ArrayList<>();
        for (String name : List.of("ivanova-C00001-FIRST", "petrov-C00001-SECOND")) signatures.add("\"" + signature(digest, name) + "\"");
        answer = api("POST", "/v1/statements", "{\"payload\":" + payload + ",\"digest\":\"" + Base64.getEncoder().encodeToString(digest)
            + "\",\"signatures\":[" + String.join(",", signatures) + "]}");
        check(answer.statusCode() == 202, answer.body());
        await(signed, "EXECUTED");
        System.out.println("3. signed payroll executed: " + signed);

        // Events come a moment after the change. Who keeps the cursor misses none, however long it was away.
        List<String> executed = new ArrayList<>();
        while (executed.size() < 2) {
            page = api("GET", "/v1/events?limit=100&type=payroll.statement.executed&after=" + cursor, null).body();
            executed.addAll(texts(page, "externalId"));
            cursor = texts(page, "nextCursor").get(0);
            Thread.sleep(200);
        }
        check(executed.equals(List.of(unsigned, signed)), executed.toString());
        System.out.println("4. events received: " + String.join(", ", executed));

        // The failure that costs most: the bank has the statement, and its answer is lost. The same request is sent again.
        String lost = newId(), body = "{\"payload\":" + statement(lost) + "}";
        try {
            api("POST", "/v1/statements", body, "Sandbox-Trigger", "lost-answer");
            check(false, "the answer should have been lost");
        } catch (IOException gone) {
            answer = api("POST", "/v1/statements", body);
        }
        check(answer.statusCode() == 400 && answer.body().contains("with the same content"), answer.body());
        System.out.println("5. failure rehearsed: the statement is there, once: " + lost);

        // Logging out ends the login, with all its tokens, within two seconds.
        identity("/revoke", Map.of("token", refreshToken));
        endS = Long.MAX_VALUE;
        while (api("GET", "/v1/accounts?fields=Number", null).statusCode() != 401) Thread.sleep(200);
        System.out.println("6. logged out: the tokens are refused");
    }
}
