// Reads lines of hexadecimal digits, and writes what the function makes of each. The first line is the version.
using System;
using System.IO;
using System.Net;
using System.Reflection;
using System.Text;

public static class Read {
    static string Call(string function, string text) {
        switch (function) {
            case "UrlDecode": return WebUtility.UrlDecode(text);
            case "dotnet-form": return WebUtility.UrlEncode(text);
            case "dotnet-data": return Uri.EscapeDataString(text);
            default: return Uri.UnescapeDataString(text);
        }
    }

    public static void Main(string[] arguments) {
        var mono = Type.GetType("Mono.Runtime");
        var version = mono == null ? ".NET " + Environment.Version
            : "Mono " + mono.GetMethod("GetDisplayName", BindingFlags.NonPublic | BindingFlags.Static).Invoke(null, null);
        var utf8 = new UTF8Encoding(false, true);
        var output = new StringBuilder(version + "\n");
        for (string line; (line = Console.In.ReadLine()) != null; ) {
            var octets = new byte[line.Length / 2];
            for (var i = 0; i < octets.Length; i++) octets[i] = Convert.ToByte(line.Substring(2 * i, 2), 16);
            var text = utf8.GetString(octets);
            foreach (var octet in utf8.GetBytes(Call(arguments[0], text))) output.Append(octet.ToString("x2"));
            output.Append('\n');
        }
        Console.Out.Write(output);
    }
}
