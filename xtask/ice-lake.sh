# Runs a test program on an emulated Ice Lake, which has AVX-512 with VBMI2: Debian's kernel in Bochs, booted from the
# image of a disc that has the program on it. Cargo calls it as a runner.
# usage: ice-lake.sh PROGRAM ARGUMENT…
# PROGRAM needs no libraries. It sees the variables TRIPLET_TIER, _EXPECTED_TIER and _STRIDE.
program=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
work=target/ice-lake
mkdir -p $work
cd $work
# The kernel: the package is unpacked, not installed.
if ! ls kernel/boot/vmlinuz-* >/dev/null 2>&1; then
  package=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/^ *Depends: //p' | head -1)
  apt-get download "$package"
  rm -rf kernel
  dpkg-deb -x "$package"_*.deb kernel
  rm "$package"_*.deb
fi

# The first file system: a shell, the program, and a script that runs it.
rm -rf root disc
mkdir -p root/bin root/dev root/proc disc/isolinux
cp "$(command -v busybox)" root/bin/busybox
strip -o root/program "$program"
cat > root/init <<END
#!/bin/busybox sh
/bin/busybox mount -t devtmpfs none /dev
/bin/busybox mount -t proc none /proc
$(env | grep -E '^TRIPLET_(TIER|EXPECTED_TIER|STRIDE)=' | sed 's/^/export /')
RUST_BACKTRACE=0 /program $*
echo "ended with \$?"
/bin/busybox sleep 1
/bin/busybox poweroff -f
END
chmod +x root/init
(cd root && find . | cpio -o -H newc --quiet | gzip -1) > disc/program.gz
cp kernel/boot/vmlinuz-* disc/kernel
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 disc/isolinux/
# The emulator reports some features that it has only in part. The kernel is told not to use them: protection keys (515), the
# compact forms of saved state (321, 323), whose sizes do not add up, and fast short copies (580), which are wrong for long
# ones.
cat > disc/isolinux/isolinux.cfg <<'END'
DEFAULT program
PROMPT 0
LABEL program
  KERNEL /kernel
  INITRD /program.gz
  APPEND console=ttyS0 quiet panic=-1 mitigations=off nowatchdog tsc=reliable clearcpuid=515,321,323,580
END
xorriso -as mkisofs -quiet -o disc.iso -b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot \
  -boot-load-size 4 -boot-info-table disc 2>xorriso.log || { cat xorriso.log; exit 1; }
rm -rf root disc disc.iso.lock

cat > machine <<'END'
cpu: model=corei7_icelake_u, count=1, ips=100000000
memory: guest=512, host=512
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
boot: cdrom
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path=disc.iso, status=inserted
com1: enabled=1, mode=file, dev=said
clock: sync=none, time0=1700000000
display_library: term
log: log
error: action=ignore
info: action=ignore
END
# Its debugger waits for a command, and its screen requires a terminal.
echo c > go
: > said
TERM=vt100 timeout -k 5 1500 script -qfc "bochs-bin -q -f machine -rc go" /dev/null </dev/null >screen 2>&1 &
machine=$!
tail -f --pid=$machine said | sed -u 's:\r$::'
wait $machine || true
grep -q '^ended with 0' said
