import { readFileSync } from 'node:fs'
import { quietEngine } from '../../ingest/testing/quiet-engine.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { openStore } from '../../store/client.ts'
import { createImporter } from '../importer.ts'

/** `node import-child.ts STORE FILE`: prints `begun`, imports the file and prints the result. The test kills it in between. */
const [path = '', file = ''] = process.argv.slice(2)
const store = await openStore({ location: { file: path }, logger: silentLogger })
const importer = createImporter({ store, engine: quietEngine(), clock: systemClock, logger: silentLogger })
process.stdout.write('begun\n')
const result = await importer.importBytes(readFileSync(file), { network: null, name: 'map.json' })
process.stdout.write(`${JSON.stringify(result)}\n`)
await store.close()
