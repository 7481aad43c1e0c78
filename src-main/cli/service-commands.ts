import type { Command } from 'commander'
import { addTokens } from './commands/tokens.ts'
import { addHolders } from './commands/holders.ts'
import { addWallet } from './commands/wallet.ts'
import { addDiff } from './commands/diff.ts'
import { addFollow } from './commands/follow.ts'
import { addCompact } from './commands/compact.ts'
import { addDelete, addRestore } from './commands/delete.ts'
import { addCompletion } from './commands/completion.ts'
import { addReport } from './commands/report.ts'
import { addCase } from './commands/case.ts'
import { addDoctor } from './commands/doctor.ts'
import { addExport } from './commands/export.ts'
import { addImport } from './commands/import.ts'
import { addTrace } from './commands/trace.ts'
import { addInCommon, addSerial } from './commands/in-common.ts'
import { addKeys } from './commands/keys.ts'
import { addMcp } from './commands/mcp.ts'
import { addMigrate } from './commands/migrate.ts'
import { addRead } from './commands/read.ts'
import { addRecords } from './commands/records.ts'
import { addReplay } from './commands/replay.ts'
import { addScan } from './commands/scan.ts'
import { addServe } from './commands/serve.ts'
import { addSnapshot } from './commands/snapshot.ts'
import { addStatus } from './commands/status.ts'
import { addTrades } from './commands/trades.ts'
import { addWatch } from './commands/watch.ts'

/** The commands that open the store. Each is its sole owner while it runs. */
export function addServiceCommands(program: Command): void {
  addServe(program)
  addRead(program)
  addReplay(program)
  addScan(program)
  addSnapshot(program)
  addTrades(program)
  addRecords(program)
  addExport(program)
  addImport(program)
  addKeys(program)
  addTokens(program)
  addHolders(program)
  addWallet(program)
  addInCommon(program)
  addSerial(program)
  addTrace(program)
  addDiff(program)
  addFollow(program)
  addWatch(program)
  addDelete(program)
  addRestore(program)
  addCompact(program)
  addCompletion(program)
  addCase(program)
  addReport(program)
  addMcp(program)
  addMigrate(program)
  addDoctor(program)
  addStatus(program)
}
