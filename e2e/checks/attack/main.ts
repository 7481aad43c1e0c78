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
 *     npm run attack -- flood         the attacks with these words in their names
 *
 * The last line is the count. Exit codes: 0 everything held, 1 something broke, 2 the attacks could not run.
 */

const BUILT = fileURLToPath(new URL('../../../out/main/cli.js', import.meta.url))
const wanted = process.argv.slice(2).join(' ')
const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Returns which of the attacks held. */
async function play(attacks: readonly Attack[]): Promise<boolean[]> {
  const held: boolean[] = []
  for (const attack of attacks.filter(({ name }) => name.includes(wanted))) {
    try {
      await attack.try()
      held.push(true)
      print(`held    ${attack.name}`)
    } catch (error) {
      held.push(false)
      print(`BROKEN  ${attack.name}\n        ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return held
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
    const held = [
      ...(await play(probeAttacks(plain))),
      // In parallel: each network has its own service and nodes, and most attacks wait for a read to give up.
      ...(await Promise.all(nodes.map(({ attacks }) => play(attacks)))).flat(),
      ...(await play([
        ...floodAttacks(plain, token),
        descriptorAttack(token, truth),
        ...killAttacks(token, truth),
        // These change the chain, so they are last.
        ...reorgAttacks(token),
        solanaReorgAttack,
      ])),
    ]
    const broken = held.filter((one) => !one).length
    print(`attack: ${held.length} tried, ${held.length - broken} held, ${broken} broken`)
    return broken === 0 && held.length > 0 ? 0 : 1
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
