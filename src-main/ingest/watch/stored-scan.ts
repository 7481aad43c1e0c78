import type { WatchedScan } from '../../scan/watch-scans.ts'
import type { StoredScan } from '../../store/interface.ts'

/** @param block at which the facts of the scan were read; null if it is not known */
export function watchedScan({ json, detail }: StoredScan, block: number | null): WatchedScan {
  return { report: JSON.parse(Buffer.from(json).toString('utf8')) as WatchedScan['report'], detail, block }
}
