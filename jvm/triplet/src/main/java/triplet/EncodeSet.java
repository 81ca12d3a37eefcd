package triplet;

import java.io.InvalidObjectException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import triplet.internal.Answer;
import triplet.internal.Calls;
import triplet.internal.Native;

/**
 * Which characters an encoder keeps; all others are percent-encoded. {@link Sets} has the sets of the specifications and of other programs
 * as constants. A set is a value: the methods that change one return another. A set can be serialized, as the functions of a Spark job are.
 *
 * <pre>{@code
 * EncodeSet fileName = Sets.Rfc3986.SEGMENT.alsoEncode(":");
 * Percent.encode("a:b c", fileName);   // "a%3Ab%20c"
 * }</pre>
 *
 * @serial exclude
 */
public final class EncodeSet implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int ASCII = 128;
    /** How the native side is told of a set: a bit for each ASCII character, and three bytes. */
    private static final int KEPT_BYTES = ASCII / 8;
    private static final int DESCRIBED = KEPT_BYTES + 3;
    private static final int SPACE = KEPT_BYTES;
    private static final int TRIPLETS = KEPT_BYTES + 1;
    private static final byte[] NONE = {};

    private static final List<EncodeSet> ALL = all();

    private final byte[] described;
    private final String name;
    private final transient String about;
    /** Whether a text of this ASCII character alone stays as it is. */
    final transient boolean[] unchanged;
    /** The number of a set with a name, and else what the native side makes the set of. */
    final transient int number;
    final transient byte[] own;

    private EncodeSet(byte[] described, String name, String about, int number) {
        this.described = described;
        this.name = name;
        this.about = about;
        this.number = number;
        own = name == null ? described : NONE;
        unchanged = new boolean[ASCII];
        for (char c = 0; c < ASCII; c++) {
            unchanged[c] = isKept(described, c) && !(c == ' ' && described[SPACE] != 0);
        }
    }

    private static List<EncodeSet> all() {
        Answer answer = new Answer(Calls.run(Native.operation("sets"), NONE, 0));
        int count = answer.number();
        List<EncodeSet> all = new ArrayList<>(count);
        for (int number = 0; number < count; number++) {
            String name = answer.text();
            String about = answer.text();
            all.add(new EncodeSet(answer.octets(DESCRIBED), name, about, number));
        }
        return List.copyOf(all);
    }

    /**
     * The set that a serialized one is here. Where this version of the library has a set that encodes in the same way under the same name, it is
     * that constant. The numbers of sets are those of one version.
     */
    private Object readResolve() throws InvalidObjectException {
        if (described == null || described.length != DESCRIBED) {
            throw new InvalidObjectException("an encode set is described by " + DESCRIBED + " bytes");
        }
        EncodeSet read = new EncodeSet(described.clone(), null, null, 0);
        return ALL.stream().filter(set -> set.name.equals(name) && set.equals(read)).findFirst().orElse(read);
    }

    /**
     * All sets that have a name, grouped by specification.
     *
     * @return the sets
     */
    public static List<EncodeSet> named() {
        return ALL;
    }

    /**
     * The set with a name, such as {@code rfc3986:segment}. The names are those of the library in Rust and of the command. A name without a
     * colon is that of another program, such as {@code spark}.
     *
     * @param name the name
     * @return the set
     * @throws TripletException if no set has this name; the message says the nearest name
     */
    public static EncodeSet byName(String name) {
        return ALL.get(Native.number("set", Objects.requireNonNull(name, "name")));
    }

    /**
     * The set that keeps exactly these ASCII characters.
     *
     * @param characters the characters, in any order
     * @return the set
     * @throws IllegalArgumentException if one of them is not ASCII
     */
    public static EncodeSet keeping(String characters) {
        return new EncodeSet(new byte[DESCRIBED], null, null, 0).alsoKeep(characters);
    }

    /**
     * This set, and it keeps these ASCII characters too. A set that writes a space as {@code +} never keeps {@code +}.
     *
     * @param characters the characters
     * @return another set
     * @throws IllegalArgumentException if one of them is not ASCII
     */
    public EncodeSet alsoKeep(String characters) {
        return with(characters, true);
    }

    /**
     * This set, but it encodes these ASCII characters.
     *
     * @param characters the characters
     * @return another set
     * @throws IllegalArgumentException if one of them is not ASCII
     */
    public EncodeSet alsoEncode(String characters) {
        return with(characters, false);
    }

    private EncodeSet with(String characters, boolean kept) {
        Objects.requireNonNull(characters, "characters");
        byte[] changed = described.clone();
        for (int i = 0; i < characters.length(); i++) {
            char c = characters.charAt(i);
            if (c >= ASCII) {
                throw new TripletException("the list at offset " + i + ": a set lists ASCII characters only, and this is another one", "not-ascii", i);
            }
            int bit = 1 << (c & 7);
            changed[c >> 3] = (byte) (kept && !(c == '+' && changed[SPACE] == 1) ? changed[c >> 3] | bit : changed[c >> 3] & ~bit);
        }
        return new EncodeSet(changed, null, null, 0);
    }

    /**
     * This set, but a space is written {@code +}, and {@code +} is encoded.
     *
     * @return another set
     */
    public EncodeSet spaceAsPlus() {
        byte[] changed = alsoEncode("+").described;
        changed[SPACE] = 1;
        return new EncodeSet(changed, null, null, 0);
    }

    /**
     * This set, but complete triplets of the text are kept.
     *
     * @return another set
     */
    public EncodeSet keepTriplets() {
        byte[] changed = described.clone();
        changed[TRIPLETS] = 1;
        return new EncodeSet(changed, null, null, 0);
    }

    /**
     * Whether an ASCII character is kept. What happens to a space, if it is written {@code +}, and to characters outside ASCII, is said by
     * other properties of the set.
     *
     * @param character a character
     * @return whether it is kept; {@code false} outside ASCII
     */
    public boolean keeps(char character) {
        return character < ASCII && isKept(described, character);
    }

    /**
     * Whether a space is written {@code +}.
     *
     * @return whether it is
     */
    public boolean writesSpaceAsPlus() {
        return described[SPACE] != 0;
    }

    /**
     * Whether complete triplets of the text are kept.
     *
     * @return whether they are
     */
    public boolean keepsTriplets() {
        return described[TRIPLETS] != 0;
    }

    /** Whether a result may have characters outside ASCII. */
    boolean keepsNonAscii() {
        return described[DESCRIBED - 1] != 0;
    }

    /**
     * The name, such as {@code rfc3986:segment}.
     *
     * @return the name; {@code null} for a set that a program made
     */
    public String name() {
        return name;
    }

    /**
     * What the set is for, in a few words.
     *
     * @return a few words; {@code null} for a set that a program made
     */
    public String about() {
        return about;
    }

    private static boolean isKept(byte[] described, char character) {
        return (described[character >> 3] >> (character & 7) & 1) != 0;
    }

    /** Two sets are equal if they encode every text in the same way. */
    @Override
    public boolean equals(Object other) {
        return other instanceof EncodeSet set && Arrays.equals(described, set.described);
    }

    @Override
    public int hashCode() {
        return Objects.hash(EncodeSet.class, Arrays.hashCode(described));
    }

    @Override
    public String toString() {
        if (name != null) {
            return name;
        }
        StringBuilder text = new StringBuilder("EncodeSet keeping \"");
        for (char c = 0; c < ASCII; c++) {
            if (keeps(c)) {
                text.append(c < ' ' || c == 0x7F ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
        }
        return text.append('"').append(writesSpaceAsPlus() ? ", space as +" : "").append(keepsTriplets() ? ", and triplets" : "").toString();
    }
}
