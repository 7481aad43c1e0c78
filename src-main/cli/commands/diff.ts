import type { Command } from 'commander'
import { onToken, tokenCommand } from '../command.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { distinctPercents, shortPercent, timeText } from '../../../src-shared/domain/shown.ts'
import { diffSnapshots, diffSummary, type SnapshotDiff } from '../../../src-shared/domain/snapshot-diff.ts'
import { AppError, UserFault } from '../../lib/app-error.ts'
import type { Store } from '../../store/interface.ts'
import { EXIT, print, printJson } from '../output.ts'
import type { CommonOptions } from '../session.ts'
import { table } from '../table.ts'
import { clusterName } from '../texts/clusters.ts'

export function addDiff(program: Command): void {
  tokenCommand(program, 'diff', 'print what changed between two snapshots of a token (default: the two newest)')
    .argument('[from]', 'Unix seconds of the earlier snapshot')
    .argument('[to]', 'Unix seconds of the later snapshot')
    .action(
      onToken<CommonOptions, [from?: string, to?: string]>(({ json }, token, from, to) => {
        const wanted = [from, to].map(timestampArgument)
        return async ({ store }) => {
          const [earlier, later] = await pickTimestamps(store, token, wanted[0] ?? null, wanted[1] ?? null)
          const [before, after] = [await readSnapshot(store, token, earlier), await readSnapshot(store, token, later)]
          const diff = diffSnapshots(before, after)
          if (json) printJson({ from: earlier, to: later, ...diff })
          else print(diffText(diff, earlier, later))
        }
      }),
    )
}

function timestampArgument(text: string | undefined): number | null {
  if (text === undefined) return null
  const timestamp = Number(text)
  if (!Number.isSafeInteger(timestamp)) throw new UserFault(`"${text}" must be the Unix seconds of a stored snapshot.`, EXIT.usage)
  return timestamp
}

async function pickTimestamps(store: Store, token: TokenKey, from: number | null, to: number | null): Promise<[number, number]> {
  const stored = (await store.read.snapshotMoments(token)).map(({ timestamp }) => timestamp)
  const later = to ?? stored.at(-1)
  const earlier = from ?? stored.findLast((timestamp) => later !== undefined && timestamp < later)
  if (later === undefined || earlier === undefined) {
    throw new AppError('snapshot_not_found', {
      message: `There are not two snapshots of ${token.address} to compare. Take one: holderscope snapshot ${token.network} ${token.address}`,
    })
  }
  return [earlier, later]
}

async function readSnapshot(store: Store, token: TokenKey, timestamp: number): Promise<SnapshotRecord> {
  const found = await store.read.snapshot({ token, timestamp })
  if (found === null) throw new AppError('snapshot_not_found', { message: `No snapshot of ${token.address} has the timestamp ${timestamp}.` })
  return JSON.parse(Buffer.from(found.json).toString('utf8')) as SnapshotRecord
}

/** Shares before and after. Those that differ never read alike. */
function shares(before: number | null, after: number | null): string[] {
  if (before !== null && after !== null) return distinctPercents([before, after])
  return [before, after].map((value) => (value === null ? 'unknown' : shortPercent(value)))
}

const names = (ids: readonly number[]): string => ids.map(clusterName).join('+') || '—'

export function diffText(diff: SnapshotDiff, from: number, to: number): string {
  const summary = diffSummary(diff)
  const span = `${timeText(from)} to ${timeText(to)}`
  if (summary === null) return `Nothing changed from ${span}.`
  const wallets = diff.wallets.map(({ address, change, before, after }) => [change, ...shares(before, after), address])
  const clusters = diff.clusters.map(({ change, before, after, pctBefore, pctAfter, joined, left }) => [
    `cluster ${change}`,
    ...distinctPercents([pctBefore, pctAfter]),
    `${names(before)} to ${names(after)}, ${joined.length} joined, ${left.length} left`,
  ])
  return [`${span}: ${summary}.`, table(['change', 'before', 'after', 'wallet or cluster'], [...clusters, ...wallets])].join('\n')
}
