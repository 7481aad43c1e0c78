import type { StageName } from '../../../src-shared/contract/records/jobs.ts'
import type { Stage } from './stage.ts'
import { readAccountsStage } from './accounts.ts'
import { readFundingStage } from './funding/funding.ts'
import { readHoldersStage } from './holders.ts'
import { readPoolsStage } from './pools.ts'
import { readPreviewStage } from './preview/preview.ts'
import { takeSnapshotStage } from './snapshot.ts'
import { readTokenStage } from './token.ts'
import { readLaunchStage } from './launch.ts'
import { readHistoryStage, readTradesStage } from './trades.ts'
import { readTransfersStage } from './transfers.ts'

/** The implementation of every stage of a read. Imports have a stage of their own in importers/. */
export const STAGES: Readonly<Record<Exclude<StageName, 'import'>, Stage>> = {
  token: readTokenStage,
  preview: readPreviewStage,
  transfers: readTransfersStage,
  holders: readHoldersStage,
  pools: readPoolsStage,
  launch: readLaunchStage,
  trades: readTradesStage,
  history: readHistoryStage,
  accounts: readAccountsStage,
  funding: readFundingStage,
  snapshot: takeSnapshotStage,
}
