import type { ContractCheck } from '../contract-check.ts'
import { endpointChecks } from './endpoints.ts'
import { errorChecks } from './errors.ts'
import { eventChecks } from './events.ts'
import { frameChecks } from './frames.ts'
import { keyChecks } from './keys.ts'
import { linesChecks } from './lines.ts'
import { liveChecks } from './live.ts'
import { recordChecks } from './records.ts'
import { resumingChecks } from './resuming.ts'
import { restChecks } from './rest.ts'
import { scanChecks } from './scan.ts'
import { smallChecks } from './small.ts'
import { snapshotChecks } from './snapshots.ts'
import { socketChecks } from './socket.ts'
import { tradeChecks } from './trades.ts'

/** Every rule of docs/api/ that is observable over the wire, in the order of its pages. */
export const CONTRACT_CHECKS: readonly ContractCheck[] = [
  ...recordChecks,
  ...scanChecks,
  ...endpointChecks,
  ...eventChecks,
  ...resumingChecks,
  ...socketChecks,
  ...frameChecks,
  ...restChecks,
  ...errorChecks,
  ...keyChecks,
  ...snapshotChecks,
  ...tradeChecks,
  ...smallChecks,
  ...linesChecks,
  ...liveChecks,
]
