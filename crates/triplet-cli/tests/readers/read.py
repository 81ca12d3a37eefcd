"""Reads lines of hexadecimal digits, and writes what the function makes of each. The first line is the version."""
import ctypes
import platform
import sys
import urllib.parse


def unquote(octets):
    return urllib.parse.unquote(octets.decode()).encode()


def unquote_plus(octets):
    return urllib.parse.unquote_plus(octets.decode()).encode()


def libcurl():
    library = ctypes.CDLL("libcurl.so.4")
    library.curl_version.restype = ctypes.c_char_p
    library.curl_easy_init.restype = ctypes.c_void_p
    unescape = library.curl_easy_unescape
    unescape.restype = ctypes.c_void_p
    unescape.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int)]
    library.curl_free.argtypes = [ctypes.c_void_p]
    handle = library.curl_easy_init()

    def curl_easy_unescape(octets):
        length = ctypes.c_int()
        # A length of 0 would mean: up to a NUL. There is one, after the empty string.
        read = unescape(handle, octets, len(octets), ctypes.byref(length))
        if not read:
            return None
        copy = ctypes.string_at(read, length.value)
        library.curl_free(read)
        return copy

    return library.curl_version().decode(), curl_easy_unescape


name = sys.argv[1]
if name == "curl_easy_unescape":
    version, function = libcurl()
else:
    version, function = "Python " + platform.python_version(), {"unquote": unquote, "unquote_plus": unquote_plus}[name]
print(version)
for line in sys.stdin:
    read = function(bytes.fromhex(line))
    print("refused" if read is None else read.hex())
