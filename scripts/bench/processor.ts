import { readdirSync, readFileSync } from 'node:fs'

/** Ticks in a second in /proc. Source: sysconf(_SC_CLK_TCK) is 100 on Linux. */
export const TICKS = 100

/** Seconds of processor time of processes and their children, also of those that have ended. */
export function processorTime(pids: readonly number[]): number {
  const all = readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? readStat(name) : []))
  const isOurs = ({ pid, parent }: Stat): boolean => pids.includes(pid) || pids.includes(parent)
  return all.filter(isOurs).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS
}

type Stat = { pid: number; parent: number; ticks: number }

/** Reads a line of /proc. Fields by proc_pid_stat(5): 4 is the parent, 14 to 17 are times. */
function readStat(name: string): Stat[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, times] = [fields[1], fields.slice(11, 15)]
    return [{ pid: Number(name), parent, ticks: times.reduce((sum, each) => sum + each, 0) }]
  } catch {
    // The process has just ended.
    return []
  }
}
