# SPDX-License-Identifier: Apache-2.0
# Total of the field `wear` of two VTK files of the plate; prints the second over the first.
FNR == 1 { file++; on = 0 }
on { for (k = 1; k <= NF; k++) sum[file] += $k }
/^wear/ { on = 1 }
END { print "figure wear_growth = " sum[2] / sum[1] }
