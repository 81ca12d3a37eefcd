// Reads lines of hexadecimal digits, and writes what the function makes of each. The first line is the version.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"runtime"
)

func main() {
	read := map[string]func(string) (string, error){
		"QueryUnescape": url.QueryUnescape,
		"PathUnescape":  url.PathUnescape,
	}[os.Args[1]]
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintln(out, runtime.Version())
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		octets, err := hex.DecodeString(in.Text())
		if err != nil {
			panic(err)
		}
		text, err := read(string(octets))
		if err != nil {
			fmt.Fprintln(out, "refused")
			continue
		}
		fmt.Fprintln(out, hex.EncodeToString([]byte(text)))
	}
}
