import type { SpecLine } from '../line.ts'
import { endpointLines } from './endpoints.ts'
import { errorLines } from './errors.ts'
import { eventLines } from './events.ts'
import { frameLines } from './frames.ts'
import { keyLines } from './keys.ts'
import { recordLines } from './records.ts'
import { restLines } from './rest.ts'
import { scanLines } from './scan.ts'
import { smallLines } from './small.ts'
import { snapshotLines } from './snapshots.ts'
import { socketLines } from './socket.ts'
import { tradeLines } from './trades.ts'

/** Every line of docs/api/ that can be observed from outside, in the order of its pages. */
export const LINES: readonly SpecLine[] = [
  ...recordLines,
  ...scanLines,
  ...endpointLines,
  ...eventLines,
  ...socketLines,
  ...frameLines,
  ...restLines,
  ...errorLines,
  ...keyLines,
  ...snapshotLines,
  ...tradeLines,
  ...smallLines,
]
