import { pino, type Logger } from 'pino'

export type { Logger }

/** Logs go to stderr, so that stdout has results only (docs/cli.md#commands). Secrets are redacted by path. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, redact: { paths: ['key', '*.key', 'headers["x-api-key"]', 'req.headers["x-api-key"]'], censor: '…' } },
    pino.destination({ fd: 2, sync: false }),
  )
}

export const silentLogger: Logger = pino({ level: 'silent' })
