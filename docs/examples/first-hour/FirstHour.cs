// The first hour with the bank in C#: its own library (.NET 6 or newer, or Mono), and the program `openssl` for signatures.
// A real program reads JSON with System.Text.Json or Newtonsoft.Json.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

public static class FirstHour
{
    static readonly string Api = Environment.GetEnvironmentVariable("API") ?? "http://127.0.0.1:8080";
    static readonly string Identity = Environment.GetEnvironmentVariable("IDENTITY") ?? "http://127.0.0.1:8081";
    static readonly string Keys = Environment.GetEnvironmentVariable("KEYS") ?? "clientbank-demo/demo-keys";
    const string Client = "demo-erp", Secret = "demo-erp-secret", Callback = "http://127.0.0.1:9090/callback";
    static readonly HttpClient Http = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };
    // Seconds before their end at which tokens are refreshed.
    static readonly double AheadS = double.Parse(Environment.GetEnvironmentVariable("AHEAD_S") ?? "60");
    static string accessToken, idToken, refreshToken;
    static readonly Stopwatch Since = Stopwatch.StartNew();
    static double endS;

    static byte[] Random(int bytes)
    {
        var random = new byte[bytes];
        using (var source = RandomNumberGenerator.Create()) source.GetBytes(random);
        return random;
    }

    static string Base64Url(byte[] bytes) => Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');

    static byte[] Sha256(string text)
    {
        using (var sha256 = SHA256.Create()) return sha256.ComputeHash(Encoding.UTF8.GetBytes(text));
    }

    // The texts of a member in a JSON text, in their order.
    static List<string> Texts(string json, string name) =>
        Regex.Matches(json, "\"" + name + "\":\"([^\"]*)\"").Cast<Match>().Select(found => found.Groups[1].Value).ToList();

    // One call of the identity provider, as the software that the bank knows.
    static async Task<string> Ask(string path, Dictionary<string, string> form)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, Identity + path) { Content = new FormUrlEncodedContent(form) };
        var basic = Convert.ToBase64String(Encoding.UTF8.GetBytes(Client + ":" + Secret));
        request.Headers.TryAddWithoutValidation("Authorization", "Basic " + basic);
        var answer = await Http.SendAsync(request);
        var text = await answer.Content.ReadAsStringAsync();
        Check(answer.StatusCode == HttpStatusCode.OK, text);
        return text;
    }

    // Tokens for a code or a refresh token. The newest refresh token is the one to keep.
    static async Task FetchTokens(Dictionary<string, string> form)
    {
        var text = await Ask("/token", form);
        accessToken = Texts(text, "access_token")[0];
        idToken = Texts(text, "id_token")[0];
        refreshToken = Texts(text, "refresh_token")[0];
        endS = Since.Elapsed.TotalSeconds + double.Parse(Regex.Match(text, "\"expires_in\":([0-9]+)").Groups[1].Value);
    }

    // The code flow with PKCE: a person logs in in the browser, and the code comes back to this program.
    static async Task Login()
    {
        string verifier = Base64Url(Random(48)), state = Base64Url(Random(16)), nonce = Base64Url(Random(16));
        var asked = new Dictionary<string, string> {
            ["response_type"] = "code", ["client_id"] = Client, ["redirect_uri"] = Callback, ["scope"] = "openid profile email phone",
            ["state"] = state, ["nonce"] = nonce, ["code_challenge"] = Base64Url(Sha256(verifier)),
            ["code_challenge_method"] = "S256" };
        using (var server = new HttpListener())
        {
            server.Prefixes.Add("http://127.0.0.1:9090/");
            server.Start();
            var query = string.Join("&", asked.Select(field => field.Key + "=" + Uri.EscapeDataString(field.Value)));
            Console.WriteLine("Open in the browser: " + Identity + "/authorize?" + query);
            var context = await server.GetContextAsync();
            var page = Encoding.UTF8.GetBytes("Back to the program: this page can be closed.");
            context.Response.OutputStream.Write(page, 0, page.Length);
            context.Response.Close();
            var found = context.Request.QueryString;
            Check(found["state"] == state && found["iss"] == Identity, "the answer belongs to another login: it is not used");
            if (found["code"] == null)
            {
                Console.Error.WriteLine($"nobody has logged in ({found["error"]}: {found["error_description"]}); start again to log in");
                Environment.Exit(1);
            }
            await FetchTokens(new Dictionary<string, string> {
                ["grant_type"] = "authorization_code", ["code"] = found["code"], ["redirect_uri"] = Callback, ["code_verifier"] = verifier });
        }
        var payload = idToken.Split('.')[1].Replace('-', '+').Replace('_', '/');
        var claims = Encoding.UTF8.GetString(Convert.FromBase64String(payload.PadRight((payload.Length + 3) / 4 * 4, '=')));
        Check(Texts(claims, "iss").Contains(Identity) && Texts(claims, "aud").Contains(Client) && Texts(claims, "nonce").Contains(nonce),
            "the identity token is another login's");
    }

    class Answer
    {
        public int Status;
        public string Text;
    }

    // One call of the API: both tokens go with each, and new ones are fetched before they end.
    static async Task<Answer> Call(string method, string path, string body = null, string trigger = null)
    {
        if (endS - Since.Elapsed.TotalSeconds < AheadS)
            await FetchTokens(new Dictionary<string, string> { ["grant_type"] = "refresh_token", ["refresh_token"] = refreshToken });
        var request = new HttpRequestMessage(new HttpMethod(method), Api + path);
        request.Headers.TryAddWithoutValidation("Authorization", "Bearer " + accessToken);
        request.Headers.TryAddWithoutValidation("Id-Token", idToken);
        if (trigger != null) request.Headers.TryAddWithoutValidation("Sandbox-Trigger", trigger);
        if (body != null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        var answer = await Http.SendAsync(request);
        var text = await answer.Content.ReadAsStringAsync();
        return new Answer { Status = (int)answer.StatusCode, Text = text };
    }

    static string NewId() => "first-hour-" + string.Concat(Random(8).Select(one => one.ToString("x2")));

    // A payroll statement in the canonical form: names sorted, no white space. It is sent as it is signed.
    static string Statement(string id)
    {
        int amount = 7000 + Random(1)[0]; // The same accounts and amounts as before have the warning P13.
        return "{\"account\":\"40702810600000000001\",\"enrollmentCode\":\"01\",\"externalId\":\"" + id + "\",\"incomeCode\":1,"
            + "\"totalAmount\":" + amount + ".00,\"transfers\":[{\"account\":\"40817810000000000101\",\"amount\":" + amount + ".00,\"currency\":\"RUR\","
            + "\"firstName\":\"Анна\",\"lastName\":\"Смирнова\",\"orderNumber\":1}],\"transfersCount\":1}";
    }

    // A detached CMS signature over the 32 bytes of the digest.
    static string Signature(byte[] digest, string name)
    {
        string content = Path.GetTempFileName(), cms = Path.GetTempFileName(), key = Path.Combine(Keys, name);
        File.WriteAllBytes(content, digest);
        var openssl = Process.Start(new ProcessStartInfo("openssl",
            $"cms -sign -binary -cades -md sha256 -in \"{content}\" -outform DER -out \"{cms}\" -signer \"{key}.crt\" -inkey \"{key}.key\"")
            { UseShellExecute = false });
        openssl.WaitForExit();
        Check(openssl.ExitCode == 0, "openssl failed");
        return Convert.ToBase64String(File.ReadAllBytes(cms));
    }

    // Asks for the status once a second, which is as often as the bank answers.
    static async Task Wait(string id, string goal)
    {
        Answer answer = null;
        for (var round = 0; round < 60; round++)
        {
            answer = await Call("GET", "/v1/statements/" + id);
            if (answer.Status == 200 && answer.Text.Contains("\"status\":\"" + goal + "\"")) return;
            await Task.Delay(1000);
        }
        Check(false, id + " is not " + goal + ": " + answer.Text);
    }

    static void Check(bool holds, string reason)
    {
        if (!holds) throw new InvalidOperationException(reason);
    }

    public static void Main() => Run().GetAwaiter().GetResult();

    static async Task Run()
    {
        await Login();
        var answer = await Call("GET", "/v1/accounts/40702810600000000001?fields=Number,Balance");
        Console.WriteLine("1. read: " + answer.Status + " " + answer.Text);

        // Events from now on: the last page of the list has the place to go on from.
        var page = (await Call("GET", "/v1/events?limit=100")).Text;
        while (page.Contains("\"hasMore\":true"))
            page = (await Call("GET", "/v1/events?limit=100&after=" + Texts(page, "nextCursor")[0])).Text;
        var cursor = Texts(page, "nextCursor")[0];

        // Without signatures: people sign in the online bank. Here a trigger of the sandbox lets them do it at once.
        var unsigned = NewId();
        answer = await Call("POST", "/v1/statements", "{\"payload\":" + Statement(unsigned) + "}", "people-sign");
        Check(answer.Status == 202, answer.Text);
        await Wait(unsigned, "EXECUTED");
        Console.WriteLine("2. unsigned payroll executed: " + unsigned);

        // With all signatures of the company's scheme: nobody has to do anything any more.
        string signed = NewId(), payload = Statement(signed);
        var digest = Sha256(payload);
        var signatures = new[] { "ivanova-C00001-FIRST", "petrov-C00001-SECOND" }.Select(name => "\"" + Signature(digest, name) + "\"");
        answer = await Call("POST", "/v1/statements", "{\"payload\":" + payload + ",\"digest\":\"" + Convert.ToBase64String(digest)
            + "\",\"signatures\":[" + string.Join(",", signatures) + "]}");
        Check(answer.Status == 202, answer.Text);
        await Wait(signed, "EXECUTED");
        Console.WriteLine("3. signed payroll executed: " + signed);

        // Events come a moment after the change. Who keeps the cursor misses none, however long it was away.
        var executed = new List<string>();
        while (executed.Count < 2)
        {
            page = (await Call("GET", "/v1/events?limit=100&type=payroll.statement.executed&after=" + cursor)).Text;
            executed.AddRange(Texts(page, "externalId"));
            cursor = Texts(page, "nextCursor")[0];
            await Task.Delay(200);
        }
        Check(executed.SequenceEqual(new[] { unsigned, signed }), string.Join(", ", executed));
        Console.WriteLine("4. events received: " + string.Join(", ", executed));

        // The failure that costs most: the bank has the statement, and its answer is lost. The same request is sent again.
        string lost = NewId(), body = "{\"payload\":" + Statement(lost) + "}";
        var wasLost = false;
        try { await Call("POST", "/v1/statements", body, "lost-answer"); }
        catch (HttpRequestException) { wasLost = true; }
        Check(wasLost, "the answer should have been lost");
        answer = await Call("POST", "/v1/statements", body);
        Check(answer.Status == 400 && answer.Text.Contains("with the same content"), answer.Text);
        Console.WriteLine("5. failure rehearsed: the statement is there, once: " + lost);

        // Logging out ends the login, with all its tokens, within two seconds.
        await Ask("/revoke", new Dictionary<string, string> { ["token"] = refreshToken });
        endS = double.PositiveInfinity;
        while ((await Call("GET", "/v1/accounts?fields=Number")).Status != 401) await Task.Delay(200);
        Console.WriteLine("6. logged out: the tokens are refused");
    }
}
