package triplet;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts to compare with: each character of the basic plane, and generated ones. */
final class Texts {
    private Texts() {}

    /** Each {@code char} by itself, surrogates too. */
    static List<String> chars() {
        List<String> texts = new ArrayList<>();
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            texts.add(String.valueOf((char) c));
        }
        return texts;
    }

    /** Generated texts, the same in each run, up to 70,000 characters; with {@code pieces} more often than other characters. */
    static List<String> generated(int count, boolean loneSurrogates, String... pieces) {
        Random random = new Random(17);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int length = random.nextInt(i % 100 == 0 ? 70_000 : i % 10 == 0 ? 300 : 24);
            StringBuilder text = new StringBuilder();
            int kinds = 1 + random.nextInt(6);
            while (text.length() < length) {
                switch (random.nextInt(kinds)) {
                    case 0 -> text.append((char) ('a' + random.nextInt(26)));
                    case 1 -> text.append((char) random.nextInt(0x80));
                    case 2 -> text.append(pieces[random.nextInt(pieces.length)]);
                    case 3 -> text.append((char) (0x80 + random.nextInt(0x700)));
                    case 4 -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
                    default -> text.append((char) (loneSurrogates ? 0xD000 + random.nextInt(0x1000) : 0x3000 + random.nextInt(0x5000)));
                }
            }
            texts.add(text.toString());
        }
        return texts;
    }
}
