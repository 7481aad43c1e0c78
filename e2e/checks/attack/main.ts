import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { anvilMissing } from '../../fixtures/anvil/anvil.ts'
import { startService, temporaryFolder } from '../../fixtures/service.ts'
import { surfpoolMissing } from '../../fixtures/surfpool/surfpool.ts'
import type { Attack } from './attack.ts'
import { descriptorAttack, floodAttacks } from './floods.ts'
import { killAttacks } from './kills.ts'
import { launchOnEvm, launchOnSolana, launchOnSui, sourcesOf } from './launched-token.ts'
import { nodeAttacks } from './nodes.ts'
import { probeAttacks } from './probes.ts'
import { figures, readWhole } from './read-token.ts'
import { reorgAttacks, solanaReorgAttack } from './reorgs.ts'

/**
 * Attacks the built service over the wire: hostile nodes, API probes, floods, kills, damaged files and reorgs on a real node.
 *
 *     npm run attack                  everything, about five minutes
 *     npm run attack -- flood         what has these words in its name
 *
 * The last line is the count. Exit codes: 0 everything held, 1 something broke, 2 the attacks could not run.
 */

const BUILT = fileURLToPath(new URL('../../../out/main/cli.js', import.meta.url))
const wanted = process.argv.slice(2).join(' ')
const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function play(attacks: readonly Attack[]): Promise<{ tried: number; broken: number }> {
  let tried = 0
  let broken = 0
  for (const attack of attacks) {
    if (!attack.name.includes(wanted)) continue
    tried += 1
    try {
      await attack.try()
      print(`held    ${attack.name}`)
    } catch (error) {
      broken += 1
      print(`BROKEN  ${attack.name}\n        ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { tried, broken }
}

async function main(): Promise<number> {
  const reason = existsSync(BUILT) ? (anvilMissing() ?? surfpoolMissing()) : 'run npm run build first'
  if (reason !== null) {
    print(`The attacks cannot run: ${reason}`)
    return 2
  }
  const token = await launchOnEvm()
  const nodes = [await nodeAttacks(token), await nodeAttacks(await launchOnSolana()), await nodeAttacks(await launchOnSui())]
  const plain = await startService({ dataDir: await temporaryFolder(), sources: sourcesOf(token) })
  try {
    await readWhole(plain, token)
    const truth = await figures(plain, token)
    const { tried, broken } = await play([
      ...probeAttacks(plain),
      ...nodes.flatMap(({ attacks }) => attacks),
      ...floodAttacks(plain, token),
      descriptorAttack(token, truth),
      ...killAttacks(token, truth),
      // These change the chain, so they are last.
      ...reorgAttacks(token),
      solanaReorgAttack,
    ])
    print(`attack: ${tried} tried, ${tried - broken} held, ${broken} broken`)
    return broken === 0 && tried > 0 ? 0 : 1
  } finally {
    for (const { stop } of nodes) await stop()
    await plain.stop()
  }
}

// Every data folder is made below this one.
const folder = mkdtempSync(join(tmpdir(), 'holderscope-attack-'))
process.env['TMPDIR'] = folder
try {
  process.exitCode = await main()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
