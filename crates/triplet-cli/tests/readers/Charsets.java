import java.io.*;
import java.nio.ByteBuffer;
import java.nio.charset.*;
import java.util.HexFormat;

/** Reads lines of hexadecimal digits, and writes the UTF-8 of the text that they are in the charset. The first line is the version. */
class Charsets {
    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in));
        var output = new PrintStream(new BufferedOutputStream(System.out), false);
        output.println("Java " + System.getProperty("java.version"));
        for (String line; (line = input.readLine()) != null;) {
            String answer;
            try {
                byte[] octets = HexFormat.of().parseHex(line);
                String text = arguments[0].equals("CESU-8") ? cesu(octets) : modified(octets);
                // Half of a surrogate pair is an error.
                var utf8 = StandardCharsets.UTF_8.newEncoder().encode(java.nio.CharBuffer.wrap(text));
                byte[] written = new byte[utf8.remaining()];
                utf8.get(written);
                answer = HexFormat.of().formatHex(written);
            } catch (CharacterCodingException | UTFDataFormatException error) {
                answer = "refused";
            }
            output.println(answer);
        }
        output.flush();
    }

    static String cesu(byte[] octets) throws CharacterCodingException {
        return Charset.forName("CESU-8").newDecoder().decode(ByteBuffer.wrap(octets)).toString();
    }

    /** As `DataInput.readUTF`, which reads a length first. */
    static String modified(byte[] octets) throws IOException {
        var all = new ByteArrayOutputStream();
        new DataOutputStream(all).writeShort(octets.length);
        all.write(octets);
        return new DataInputStream(new ByteArrayInputStream(all.toByteArray())).readUTF();
    }
}
