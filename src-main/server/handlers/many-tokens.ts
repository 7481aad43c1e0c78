import { Readable } from 'node:stream'
import type { ManyTokensBody } from '../../../src-shared/contract/records/many-tokens.ts'
import { NETWORK_IDS, isNetworkId } from '../../../src-shared/networks.ts'
import { AppError, isServiceFault } from '../../lib/app-error.ts'
import type { Awaitable } from '../../lib/awaitable.ts'
import type { Handler, ServerContext } from '../context.ts'
import { LINE_TYPES, liveProvenance, type Answer, type Provenance } from '../http/answer.ts'
import { parseToken } from '../http/parse-call.ts'
import { errorDetail } from '../http/send-answer.ts'
import { currentScan } from './scan.ts'
import { readRecord, type TokenCall } from './shared/token-record.ts'

/** Records of many tokens as lines, each sent as soon as it is ready (docs/api/rest.md#many-tokens-at-once). */

type Wanted = ManyTokensBody['tokens'][number]
interface Found extends Provenance {
  readonly json: Uint8Array
}

/** @throws AppError like the call about one token */
type ReadOne = (call: TokenCall, context: ServerContext) => Awaitable<Found>

export const overviews: Handler<'overviews'> = (call, context) =>
  answerLines(call, context, 'overview', (one) => readRecord(one, context, 'overview'))

export const scans: Handler<'scans'> = (call, context) =>
  answerLines(call, context, 'scan', async ({ token, left }) => {
    const { scan, source } = await currentScan(token, left(), context)
    return { json: scan.json, asOf: scan.generatedAt * 1000, source }
  })

function answerLines(call: { body: ManyTokensBody; left(): AbortSignal }, context: ServerContext, member: string, read: ReadOne): Answer {
  const left = call.left()
  const lines = call.body.tokens.map((wanted) => answerLine(wanted, context, member, left, read))
  return {
    kind: 'stream',
    type: LINE_TYPES.ndjson,
    stream: Readable.from(inOrderOfCompletion(lines), { objectMode: false }),
    provenance: liveProvenance(context.clock),
    isLive: true,
  }
}

async function* inOrderOfCompletion(lines: readonly Promise<Buffer>[]): AsyncGenerator<Buffer> {
  const running = new Map(lines.map((line, n) => [n, line.then((bytes) => ({ n, bytes }))]))
  while (running.size > 0) {
    const { n, bytes } = await Promise.race(running.values())
    running.delete(n)
    yield bytes
  }
}

/** Never rejects: if a token has no answer, its line contains the error of its own call. */
async function answerLine(wanted: Wanted, context: ServerContext, member: string, left: AbortSignal, read: ReadOne): Promise<Buffer> {
  try {
    const { network, token_address } = wanted
    if (!isNetworkId(network))
      throw new AppError('unsupported_network', { message: `This is an unknown network; the networks are ${NETWORK_IDS.join(', ')}.` })
    const token = parseToken(network, token_address, ['body', 'tokens'])
    const { json, asOf, source, unknown = [], coverage = null } = await read({ token, left: () => left }, context)
    const head = { network, token_address: token.address, as_of: new Date(asOf).toISOString(), source, unknown, coverage }
    return Buffer.concat([Buffer.from(`${JSON.stringify(head).slice(0, -1)},"${member}":`), json, Buffer.from('}\n')])
  } catch (error) {
    const failure = error instanceof AppError ? error : new AppError('internal', { cause: error })
    if (isServiceFault(failure)) context.logger.error({ err: failure.cause ?? failure }, 'a token of a call failed')
    const location = failure.location === null ? {} : { location: failure.location }
    return Buffer.from(`${JSON.stringify({ ...wanted, error: { code: failure.code, detail: errorDetail(failure), ...location } })}\n`)
  }
}
