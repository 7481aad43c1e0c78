import { existsSync, readFileSync } from 'node:fs'

/** Linux reports CPU time of a process in these units (USER_HZ), independent of the kernel's tick. */
const TICKS_PER_SECOND = 100

/** CPU time of all threads of a process in milliseconds. null outside Linux. */
export function processMs(pid: number | undefined): number | null {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return null
  // The name, which may hold spaces, ends with the last bracket; utime and stime are fields 14 and 15 (proc(5)).
  const text = readFileSync(file, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}
