import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { writeClientPackage } from './client-package.ts'

/** The packages for npm, written to out/packages and packed there. Runs after the build. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PACKAGES = join(ROOT, 'out', 'packages')

const client = join(PACKAGES, 'client')
await writeClientPackage(ROOT, client, packageJson.version)
execFileSync('npm', ['pack', '--silent', '--pack-destination', PACKAGES, client], { stdio: ['ignore', 'ignore', 'inherit'] })
