# SPDX-License-Identifier: Apache-2.0
# The verification suite passes as a whole, with at least 40 checks. usage: test_verify.sh PROGRAM SOURCE_TREE
set -u
card=$("$1" verify)
rc=$?
grep -E 'FAIL|failed' <<<"$card"
[ $rc -eq 0 ] || exit 1
[ "$(grep -c '^  pass ' <<<"$card")" -ge 40 ] || exit 1
rows=$("$1" verify hertz --markdown | grep -c '| pass |')
[ "$rows" -eq "$("$1" verify hertz | grep -c '^  pass ')" ]
