package triplet.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Direct memory of each thread, for {@link Native#call}: a copy into it and out of it costs less than letting the native side have an
 * array.
 *
 * <p>What a thread holds is a class of the JDK alone. So a thread of a pool does not keep this class, and its class loader, when an
 * application is unloaded. The first eight bytes of the memory are its address.
 */
public final class Scratch {
    /** Arguments up to this length, in bytes, are copied. From here on making an array natively costs less. */
    public static final int LONGEST = 32 << 10;

    private static final int HEADER = 8;
    private static final ThreadLocal<ByteBuffer> MEMORY = new ThreadLocal<>();

    private Scratch() {}

    /**
     * The memory of this thread.
     *
     * @param length the length of the arguments, in bytes
     * @return memory with at least four times as many bytes; {@code null} if the arguments are longer than {@link #LONGEST}
     */
    public static ByteBuffer of(int length) {
        ByteBuffer memory = MEMORY.get();
        if (memory != null && memory.capacity() - HEADER >> 2 >= length) {
            return memory;
        }
        return grown(length);
    }

    private static ByteBuffer grown(int length) {
        if (length > LONGEST) {
            return null;
        }
        int size = Math.max(4096, Integer.highestOneBit(Math.max(length, 1)) * 8);
        ByteBuffer memory = ByteBuffer.allocateDirect(size + HEADER).order(ByteOrder.nativeOrder());
        memory.putLong(0, Native.address(memory) + HEADER);
        MEMORY.set(memory);
        return memory;
    }

    /**
     * Where the arguments are copied to.
     *
     * @param memory what {@link #of} returned
     * @return the address
     */
    public static long address(ByteBuffer memory) {
        return memory.getLong(0);
    }

    /**
     * How many bytes there are from {@link #address} on.
     *
     * @param memory what {@link #of} returned
     * @return the number of bytes
     */
    public static int capacity(ByteBuffer memory) {
        return memory.capacity() - HEADER;
    }

    /**
     * Copies an argument into the memory.
     *
     * @param memory what {@link #of} returned
     * @param at after how many bytes
     * @param argument the bytes
     */
    public static void put(ByteBuffer memory, int at, byte[] argument) {
        memory.put(HEADER + at, argument, 0, argument.length);
    }

    /**
     * Copies a result out of the memory.
     *
     * @param memory what {@link #of} returned
     * @param at after how many bytes: the length of the arguments
     * @param length the length of the result
     * @return the result
     */
    public static byte[] get(ByteBuffer memory, int at, int length) {
        byte[] result = new byte[length];
        memory.get(HEADER + at, result, 0, length);
        return result;
    }
}
