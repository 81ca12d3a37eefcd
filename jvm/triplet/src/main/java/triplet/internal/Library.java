package triplet.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Loads the native library of the jar. The library is extracted to a file that no other process and no other class loader uses, loaded,
 * and deleted; where a loaded file cannot be deleted, as on Windows, that happens when the JVM ends.
 *
 * <p>Properties: {@code triplet.library.folder} names another folder than that of temporary files, for machines where files there may not
 * be executed. {@code triplet.library} names the library itself: the file is then neither extracted nor deleted.
 */
final class Library {
    private static final String FILE = "triplet.library";
    private static final String FOLDER = "triplet.library.folder";

    private Library() {}

    static void load() {
        String named = System.getProperty(FILE);
        if (named != null) {
            System.load(Path.of(named).toAbsolutePath().toString());
            return;
        }
        String folder = System.getProperty(FOLDER, System.getProperty("java.io.tmpdir"));
        Path file;
        try {
            file = extract(Path.of(folder));
        } catch (IOException error) {
            throw failed("cannot be written to " + folder + " (" + error + ")", error);
        }
        try {
            System.load(file.toAbsolutePath().toString());
        } catch (UnsatisfiedLinkError error) {
            throw failed("cannot be loaded from " + file + " (" + error.getMessage() + "); perhaps files there may not be executed", error);
        } finally {
            try {
                Files.deleteIfExists(file);
            } catch (IOException error) {
                file.toFile().deleteOnExit();
            }
        }
    }

    private static Path extract(Path folder) throws IOException {
        String name = System.mapLibraryName("triplet_jni");
        String resource = "/META-INF/native/" + platform() + "/" + name;
        try (InputStream library = Library.class.getResourceAsStream(resource)) {
            if (library == null) {
                throw new UnsatisfiedLinkError("the jar of triplet has no library for " + platform()
                    + "; build one with `cargo build -p triplet-jni --profile wheel` and name it by -D" + FILE + "=FILE");
            }
            // Only its owner may write to a temporary file, so nobody can replace it between writing and loading.
            Path file = Files.createTempFile(folder, "triplet-", "-" + name);
            try (OutputStream to = Files.newOutputStream(file)) {
                library.transferTo(to);
            } catch (IOException error) {
                Files.deleteIfExists(file);
                throw error;
            }
            return file;
        }
    }

    /** The folder in the jar: the system and the machine. */
    static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String os = system.startsWith("windows") ? "windows" : system.startsWith("mac") ? "macos" : system.replace(' ', '_');
        return os + "-" + switch (machine) {
            case "amd64", "x86_64", "x64" -> "x86_64";
            case "aarch64", "arm64" -> "aarch64";
            default -> machine;
        };
    }

    private static UnsatisfiedLinkError failed(String why, Throwable cause) {
        UnsatisfiedLinkError error = new UnsatisfiedLinkError("the native library of triplet " + why + "; name a folder for it by -D" + FOLDER + "=FOLDER");
        error.initCause(cause);
        return error;
    }
}
