// Reads lines of hexadecimal digits, and writes what URLDecoder makes of each. The first line is the version.
import java.io.*;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

public class Read {
    public static void main(String[] args) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in));
        var out = new StringBuilder("OpenJDK " + System.getProperty("java.version") + "\n");
        for (String line; (line = in.readLine()) != null; ) {
            String text = new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8);
            try {
                String read = URLDecoder.decode(text, StandardCharsets.UTF_8);
                out.append(HexFormat.of().formatHex(read.getBytes(StandardCharsets.UTF_8)));
            } catch (IllegalArgumentException e) {
                out.append("refused");
            }
            out.append('\n');
        }
        System.out.print(out);
    }
}
