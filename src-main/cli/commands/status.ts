import type { Command } from 'commander'
import { healthRecord } from '../../../src-shared/contract/records/service.ts'
import { readServiceAddress, type ServiceAddress } from '../../config/service-address.ts'
import { EXIT, print, printJson } from '../output.ts'
import { loadSettings, type CommonOptions } from '../session.ts'

const ANSWER_MS = 2_000

export function addStatus(program: Command): void {
  program
    .command('status')
    .description('print where the service of the data folder listens; exit code 1 if none runs')
    .action(async (_local, command: Command) => {
      const options: CommonOptions = command.optsWithGlobals()
      const { config } = await loadSettings(options, true)
      const written = await readServiceAddress(config.dataDir)
      const address = written !== null && (await answers(written)) ? written : null
      if (address === null) process.exitCode = EXIT.failed
      if (options.json) printJson({ running: address !== null, ...address, data_dir: config.dataDir })
      else if (address === null) print(`No Holderscope service runs on ${config.dataDir}. Start one with holderscope serve.`)
      else print(`Holderscope ${address.version} listens on ${address.url} (process ${address.pid}, data folder ${config.dataDir}).`)
    })
}

/** Whether a service of that version answers at the URL. The file left by a killed service may name the port of another program. */
async function answers({ url, version }: ServiceAddress): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })
    return healthRecord.parse(await answer.json()).version === version
  } catch {
    return false
  }
}
