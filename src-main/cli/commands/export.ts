import { extname } from 'node:path'
import type { Command } from 'commander'
import { onToken, tokenCommand } from '../command.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { toGexf } from '../../../src-shared/graph-files/gexf.ts'
import { graphFileOf } from '../../../src-shared/graph-files/graph-file.ts'
import { toGraphml } from '../../../src-shared/graph-files/graphml.ts'
import { AppError, UserFault } from '../../lib/app-error.ts'
import { snapshotCsv } from '../../records/snapshot-csv.ts'
import { EXIT, print, printJson, writeOutput } from '../output.ts'
import type { CommonOptions } from '../session.ts'

interface ExportOptions extends CommonOptions {
  readonly timestamp?: string
  readonly format?: string
}

type Writer = (json: Uint8Array) => Uint8Array | string

/** Supported formats. The JSON is byte for byte what the API serves. */
const FORMATS: Readonly<Record<string, Writer>> = {
  json: (json) => json,
  csv: (json) => snapshotCsv(parse(json)),
  graphml: (json) => toGraphml(graphFileOf(parse(json))),
  gexf: (json) => toGexf(graphFileOf(parse(json))),
}

/** The bytes were validated when they were stored. */
const parse = (json: Uint8Array): SnapshotRecord => JSON.parse(Buffer.from(json).toString('utf8')) as SnapshotRecord

const FORMAT_NAMES = Object.keys(FORMATS).join(', ')

/** `map.gexf` is written as GEXF, a name without an extension as JSON. */
function writerFor(file: string, format: string | undefined): Writer {
  const name = format ?? (extname(file).slice(1).toLowerCase() || 'json')
  const writer = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (writer !== undefined) return writer
  const fault =
    format === undefined ? `${file} has no known extension; use one of ${FORMAT_NAMES}, or add --format.` : `--format must be one of ${FORMAT_NAMES}.`
  throw new UserFault(fault, EXIT.usage)
}

export function addExport(program: Command): void {
  tokenCommand(program, 'export', 'write a stored snapshot to a file')
    .argument('<file>', 'path of the file; an existing one is replaced')
    .option('--timestamp <t>', 'Unix seconds of the snapshot (default: the newest)')
    .option('--format <name>', `${FORMAT_NAMES} (default: by the file extension, else json)`)
    .action(
      onToken<ExportOptions, [file: string]>((options, token, file) => {
        const writer = writerFor(file, options.format)
        const timestamp = options.timestamp === undefined ? null : Number(options.timestamp)
        if (timestamp !== null && !Number.isSafeInteger(timestamp))
          throw new UserFault('--timestamp must be the Unix seconds of a stored snapshot.', EXIT.usage)
        return async ({ store }) => {
          const snapshot = await store.read.snapshot({ token, timestamp })
          if (snapshot === null)
            throw new AppError('snapshot_not_found', {
              message: `This snapshot does not exist. Take one: holderscope snapshot ${token.network} ${token.address}`,
            })
          await writeOutput(file, writer(snapshot.json))
          if (options.json) printJson({ file, timestamp: snapshot.timestamp, sha256: snapshot.sha256 })
          else print(`Wrote snapshot ${snapshot.timestamp} to ${file}.`)
        }
      }),
    )
}
