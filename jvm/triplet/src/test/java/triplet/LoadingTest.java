package triplet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The native library in several class loaders, and where it cannot be extracted or loaded. */
class LoadingTest {
    private static final Path CLASSES = Path.of("target/classes").toAbsolutePath();

    private static URLClassLoader loader() throws IOException {
        return new URLClassLoader(new URL[] {CLASSES.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    }

    private static Object encode(ClassLoader loader, String text) throws ReflectiveOperationException {
        return loader.loadClass("triplet.Percent").getMethod("encode", String.class).invoke(null, text);
    }

    @Test
    void twoClassLoadersHaveALibraryEach() throws Exception {
        try (URLClassLoader one = loader(); URLClassLoader other = loader()) {
            assertTrue(one.loadClass("triplet.Percent") != other.loadClass("triplet.Percent"));
            for (int turn = 0; turn < 3; turn++) {
                assertEquals("%20", encode(one, " "));
                assertEquals("%C3%A9", encode(other, "é"));
            }
        }
    }

    /**
     * Two versions of the jar, as a server has that loads two applications. The other version has a library of its own, in which a message is
     * another one, so that it is seen which of the two answers.
     */
    @Test
    void twoVersionsSideBySide(@TempDir Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(CLASSES.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                byte[] octets = Files.readAllBytes(file);
                if (copy.startsWith(folder.resolve("META-INF/native"))) {
                    String library = new String(octets, StandardCharsets.ISO_8859_1);
                    assertTrue(library.contains("no digit follows; "));
                    octets = library.replace("no digit follows; ", "NO DIGIT FOLLOWS; ").getBytes(StandardCharsets.ISO_8859_1);
                }
                Files.write(copy, octets);
            }
        }
        URL[] copies = {folder.toUri().toURL()};
        try (URLClassLoader one = loader(); URLClassLoader other = new URLClassLoader(copies, ClassLoader.getPlatformClassLoader())) {
            for (int turn = 0; turn < 3; turn++) {
                assertEquals("%20", encode(one, " "));
                assertEquals("%20", encode(other, " "));
                assertTrue(decodeError(one).contains("no digit follows"));
                assertTrue(decodeError(other).contains("NO DIGIT FOLLOWS"));
            }
        }
    }

    private static String decodeError(ClassLoader loader) throws ReflectiveOperationException {
        try {
            return (String) loader.loadClass("triplet.Percent").getMethod("decode", String.class).invoke(null, "100%");
        } catch (InvocationTargetException error) {
            return error.getCause().getMessage();
        }
    }

    /** Threads of a pool outlive an application. What they hold must not hold its class loader. */
    @Test
    void classLoadersThatAreThrownAwayAreCollected() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                loaders.add(pool.submit(() -> {
                    URLClassLoader loader = loader();
                    assertEquals("%25%20off", encode(loader, "% off"));
                    loader.close();
                    return new WeakReference<ClassLoader>(loader);
                }).get());
            }
            for (int turn = 0; turn < 50 && loaders.stream().anyMatch(loader -> loader.get() != null); turn++) {
                System.gc();
                Thread.sleep(20);
            }
            assertEquals(0, loaders.stream().filter(loader -> loader.get() != null).count());
            assertEquals("%25", pool.submit(() -> Percent.encode("%")).get());
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void noFileIsLeftBehind(@TempDir Path folder) throws Exception {
        String printed = java(List.of("-Djava.io.tmpdir=" + folder));
        assertEquals("%20", printed.strip());
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(), files.filter(file -> file.getFileName().toString().contains("triplet")).toList());
        }
    }

    @Test
    void anotherFolderAndAnotherFile(@TempDir Path folder) throws Exception {
        assertEquals("%20", java(List.of("-Djava.io.tmpdir=/no/such/folder", "-Dtriplet.library.folder=" + folder)).strip());
        Path library;
        try (Stream<Path> files = Files.walk(CLASSES.resolve("META-INF/native"))) {
            library = files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
        assertEquals("%20", java(List.of("-Djava.io.tmpdir=/no/such/folder", "-Dtriplet.library=" + library)).strip());
    }

    @Test
    void anErrorSaysWhatToDo(@TempDir Path folder) throws Exception {
        String printed = java(List.of("-Djava.io.tmpdir=/no/such/folder"));
        assertTrue(printed.contains("the native library of triplet cannot be written to /no/such/folder (java.nio.file.NoSuchFileException"), printed);
        assertTrue(printed.contains("name a folder for it by -Dtriplet.library.folder=FOLDER"), printed);
        printed = java(List.of("-Dos.arch=sparc"));
        assertTrue(printed.contains("the jar of triplet has no library for ") && printed.contains("-sparc; build one with"), printed);
    }

    /** Linux, where an ordinary user may mount a file system in a namespace. */
    @Test
    void filesThatMayNotBeExecuted(@TempDir Path folder) throws Exception {
        String mount = "mount -t tmpfs -o noexec tmpfs " + folder + " && exec ";
        assumeTrue(run(List.of("unshare", "-rm", "sh", "-c", mount + "true")).equals(""), "no namespaces here");
        String printed = run(List.of("unshare", "-rm", "sh", "-c", mount + String.join(" ", command(List.of("-Djava.io.tmpdir=" + folder)))));
        assertTrue(printed.contains("perhaps files there may not be executed; name a folder for it by -Dtriplet.library.folder=FOLDER"), printed);
    }

    /** A program that another JVM runs. */
    public static final class Program {
        private Program() {}

        /** Prints what a space is. */
        public static void main(String[] arguments) {
            System.out.println(Percent.encode(" "));
        }
    }

    private static List<String> command(List<String> options) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xcheck:jni"));
        command.addAll(options);
        command.addAll(List.of("-cp", CLASSES + File.pathSeparator + Path.of("target/test-classes").toAbsolutePath(), "'triplet.LoadingTest$Program'"));
        return command;
    }

    private static String java(List<String> options) throws Exception {
        return run(command(options).stream().map(word -> word.replace("'", "")).toList());
    }

    private static String run(List<String> command) throws Exception {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return printed;
        } catch (IOException error) {
            return error.toString();
        }
    }
}
