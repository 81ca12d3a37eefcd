package triplet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.net.UrlEscapers;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.QueryStringEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import okhttp3.HttpUrl;
import org.apache.commons.codec.net.PercentCodec;
import org.apache.commons.codec.net.URLCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.util.UriUtils;

/** The page {@code docs/java.md}: its programs run, and its tables are what the peers do. */
class DocumentTest {
    private static final Path PAGE = Path.of("../../docs/java.md");

    private interface Peer {
        String of(String text) throws Exception;
    }

    private static Map<String, Peer> decoders() {
        Map<String, Peer> decoders = new LinkedHashMap<>();
        decoders.put("`Percent.decode`", Percent::decode);
        decoders.put("`Forms.decode`", Forms::decode);
        decoders.put("`java.net.URLDecoder`, `triplet.net`", text -> java.net.URLDecoder.decode(text, StandardCharsets.UTF_8));
        decoders.put("Spring `UriUtils.decode`", text -> UriUtils.decode(text, StandardCharsets.UTF_8));
        decoders.put("commons-codec `URLCodec`", text -> new URLCodec().decode(text));
        decoders.put("commons-codec `PercentCodec`", text -> new String(new PercentCodec().decode(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8));
        decoders.put("OkHttp `HttpUrl`, a query", text -> HttpUrl.get("http://h/?q=" + text).queryParameter("q"));
        decoders.put("OkHttp `HttpUrl`, a path", text -> HttpUrl.get("http://h/" + text).pathSegments().get(0));
        decoders.put("Netty `QueryStringDecoder`", text -> QueryStringDecoder.decodeComponent(text));
        return decoders;
    }

    private static Map<String, Peer> encoders() {
        Map<String, Peer> encoders = new LinkedHashMap<>();
        encoders.put("`Percent.encode`", Percent::encode);
        encoders.put("`Percent.encode`, `Rfc3986.SEGMENT`", text -> Percent.encode(text, Sets.Rfc3986.SEGMENT));
        encoders.put("`Forms.encode`", Forms::encode);
        encoders.put("`java.net.URLEncoder`, `triplet.net`", text -> java.net.URLEncoder.encode(text, StandardCharsets.UTF_8));
        encoders.put("Guava `urlPathSegmentEscaper`", UrlEscapers.urlPathSegmentEscaper()::escape);
        encoders.put("Guava `urlFormParameterEscaper`", UrlEscapers.urlFormParameterEscaper()::escape);
        encoders.put("Spring `UriUtils.encode`", text -> UriUtils.encode(text, StandardCharsets.UTF_8));
        encoders.put("commons-codec `URLCodec`", text -> new URLCodec().encode(text));
        encoders.put("commons-codec `PercentCodec`", text -> new String(new PercentCodec().encode(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8));
        encoders.put("OkHttp `HttpUrl`, a query", text -> new HttpUrl.Builder().scheme("http").host("h").addQueryParameter("q", text).build().encodedQuery().substring(2));
        encoders.put("OkHttp `HttpUrl`, a path", text -> new HttpUrl.Builder().scheme("http").host("h").addPathSegment(text).build().encodedPath().substring(1));
        encoders.put("Netty `QueryStringEncoder`", text -> {
            QueryStringEncoder encoder = new QueryStringEncoder("");
            encoder.addParam("q", text);
            return encoder.toString().substring(3);
        });
        return encoders;
    }

    private static String shown(String text) {
        StringBuilder shown = new StringBuilder("`");
        text.chars().forEach(c -> shown.append(c < ' ' || c == 0xFFFD || Character.isSurrogate((char) c) ? String.format("\\u%04X", c) : String.valueOf((char) c)));
        return shown.append('`').toString();
    }

    private static String table(Map<String, Peer> peers, String... texts) {
        StringBuilder table = new StringBuilder("| |");
        List.of(texts).forEach(text -> table.append(' ').append(shown(text)).append(" |"));
        table.append("\n|---|").append("---|".repeat(texts.length)).append('\n');
        peers.forEach((name, peer) -> {
            table.append("| ").append(name).append(" |");
            for (String text : texts) {
                String result;
                try {
                    result = shown(peer.of(text));
                } catch (Exception error) {
                    result = "error";
                }
                table.append(' ').append(result).append(" |");
            }
            table.append('\n');
        });
        return table.toString();
    }

    @Test
    void theTablesAreWhatThePeersDo() throws IOException {
        String decoded = table(decoders(), "a+b", "100%", "%zz", "%E9", "%+1", "é%20");
        String encoded = table(encoders(), "a b", "a/b+c", "*~'!", "é", "\uD83D");
        String page = Files.readString(PAGE);
        assertTrue(page.contains(decoded) && page.contains(encoded), () -> "docs/java.md must have these tables:\n" + decoded + "\n" + encoded);
    }

    /** Each block of Java is a program, or statements. What it prints is in the comments at the ends of its lines. */
    @Test
    void theProgramsRun(@TempDir Path folder) throws Exception {
        Matcher blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        List<String> programs = new ArrayList<>();
        while (blocks.find()) {
            programs.add(blocks.group(1));
        }
        assertTrue(programs.size() >= 3, "the page has programs");
        ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
        for (int i = 0; i < programs.size(); i++) {
            String program = programs.get(i);
            List<String> expected = program.lines().filter(line -> line.contains("println(")).map(line -> line.substring(line.indexOf("// ") + 3)).toList();
            assertTrue(!expected.isEmpty(), program);
            Path source = Files.writeString(Files.createDirectories(folder.resolve("" + i)).resolve("Program.java"), program);
            String classes = System.getProperty("java.class.path");
            assertEquals(0, compiler.run(System.out, System.err, "-cp", classes, "-d", source.getParent().toString(), source.toString()), program);
            assertEquals(String.join("\n", expected), run(source.getParent()), program);
        }
    }

    @Test
    void theDependencyIsThisModule() throws IOException {
        Matcher block = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertTrue(block.find());
        String module = Files.readString(Path.of("pom.xml"));
        block.group(1).lines().map(String::strip).filter(line -> line.contains("Id>") || line.contains("version>"))
            .forEach(line -> assertTrue(module.contains(line), line));
    }

    private static String run(Path classes) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, DocumentTest.class.getClassLoader())) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            loader.loadClass("Program").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException error) {
            throw new AssertionError(error.getCause());
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8).strip();
    }
}
