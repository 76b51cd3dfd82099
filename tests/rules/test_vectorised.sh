# SPDX-License-Identifier: Apache-2.0
# The fused loops are vectorised. gcc gives up on a loop over contacts without a word, for instance when a model gets its 17th coefficient,
# and then the loop takes several times as long with the same bits. Looked at are the clones for AVX2 and AVX-512: their divisions and
# roots work on vectors, all of them (hooke at a wall has two: the others are known beforehand, which know_* find).
# usage: test_vectorised.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
nm "$tsubu" | awk '$3 ~ /^(fused|wall|know)_.*\.avx(2|512f)$/ { print $3 }' >loops
if ! [ -s loops ]; then
    echo "no clones in this build: nothing to look at"
    exit 0
fi
objdump -d --no-show-raw-insn "$tsubu" | awk '
    /^[0-9a-f]+ <.*>:$/ { name = substr($2, 2, length($2) - 3); keep = name ~ /^(fused|wall|know)_.*\.avx(2|512f)$/; next }
    keep && /v(div|sqrt)pd/ { vector[name]++ }
    keep && /v(div|sqrt)sd/ { single[name]++ }
    END { for (name in vector) print name, vector[name], single[name] + 0 }' >counts
[ "$(wc -l <counts)" -gt 100 ] || fail "only $(wc -l <counts) of $(wc -l <loops) loops have a division or root on vectors"
while read -r name vectors singles; do
    [ "$vectors" -ge 2 ] && [ "$singles" -eq 0 ] || fail "$name has $vectors divisions and roots on vectors, and $singles of single numbers"
done <counts
exit $failed
