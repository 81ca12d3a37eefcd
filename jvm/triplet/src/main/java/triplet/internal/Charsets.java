package triplet.internal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import triplet.PercentDecodeException;
import triplet.TripletException;

/** Charsets: those of the library by number, those of Java by Java. */
public final class Charsets {
    /** The numbers of labels. There are a few hundred labels, which are found in any case, so their number is bounded here. */
    private static final Map<String, Integer> NUMBERS = new ConcurrentHashMap<>();
    private static final int MOST = 1000;

    private Charsets() {}

    /**
     * The number of a charset of the library.
     *
     * @param label one of its labels
     * @return the number
     */
    public static long number(String label) {
        Integer number = NUMBERS.get(label);
        if (number == null) {
            number = Native.number("charset", label);
            if (NUMBERS.size() < MOST) {
                NUMBERS.put(label, number);
            }
        }
        return number;
    }

    /**
     * The octets of a text in a charset of Java.
     *
     * @param text a text
     * @param charset a charset
     * @return the octets
     * @throws TripletException if the charset lacks a character
     */
    public static byte[] octets(String text, Charset charset) {
        if (!charset.canEncode()) {
            throw new TripletException("Java cannot encode in the charset " + charset, "unknown-charset", 0);
        }
        CharsetEncoder encoder = charset.newEncoder().onMalformedInput(CodingErrorAction.REPORT).onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer in = CharBuffer.wrap(text);
        try {
            ByteBuffer octets = encoder.encode(in);
            byte[] result = new byte[octets.remaining()];
            octets.get(result);
            return result;
        } catch (CharacterCodingException error) {
            int at = in.position();
            int lone = Calls.loneSurrogate(text);
            if (lone == at) {
                throw new TripletException("the text at offset " + at + ": half of a surrogate pair, which is not a character", "lone-surrogate", at);
            }
            throw new TripletException(String.format("U+%04X at offset %d: %s does not have it", text.codePointAt(at), at, charset), "unmappable", at);
        }
    }

    /**
     * Decodes text whose octets are in a charset of Java. Each part between characters outside ASCII is octets.
     *
     * @param text a text with triplets
     * @param charset a charset
     * @param toOctets decodes triplets
     * @return the text decoded
     */
    public static String decode(String text, Charset charset, Function<String, byte[]> toOctets) {
        StringBuilder result = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && text.charAt(end) < 0x80) {
                end++;
            }
            if (at < end) {
                part(text, at, end, charset, toOctets, result);
            }
            at = end;
            while (at < text.length() && text.charAt(at) >= 0x80) {
                result.append(text.charAt(at++));
            }
        }
        return result.toString();
    }

    private static void part(String text, int from, int to, Charset charset, Function<String, byte[]> toOctets, StringBuilder result) {
        String part = text.substring(from, to);
        byte[] octets;
        try {
            octets = toOctets.apply(part);
        } catch (PercentDecodeException error) {
            // Judged within the whole text, so that the message has the place in it.
            toOctets.apply(text);
            throw error;
        }
        CharsetDecoder decoder = charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT).onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(octets);
        CharBuffer out = CharBuffer.allocate((int) Math.ceil(octets.length * (double) decoder.maxCharsPerByte()));
        CoderResult coded = decoder.decode(in, out, true);
        if (coded.isUnderflow()) {
            coded = decoder.flush(out);
        }
        if (coded.isError()) {
            int at = from + offset(part, in.position());
            String message = String.format("octet %%%02X at offset %d: not text in %s; decode to bytes or from another charset", octets[in.position()], at, charset);
            throw new PercentDecodeException(message, "invalid-charset", at);
        }
        result.append(out.flip());
    }

    /** Where in a text the octet with this number is. */
    private static int offset(String text, int octet) {
        int at = 0;
        for (int i = 0; i < octet; i++) {
            at += text.charAt(at) == '%' ? 3 : 1;
        }
        return at;
    }
}
