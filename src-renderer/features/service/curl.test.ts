import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src-shared/contract/routes.ts'
import { curlCommand } from './curl.ts'

const ORIGIN = 'http://127.0.0.1:4690'

describe('curl commands', () => {
  it('fills in known values and keeps the key a variable', () => {
    expect(curlCommand(ROUTES.overview, ORIGIN, { network: 'sui', token_address: '0x2::sui::SUI' })).toBe(
      `curl -s -H "X-API-Key: $HOLDERSCOPE_KEY" '${ORIGIN}/dex-metrics/v1/sui/0x2%3A%3Asui%3A%3ASUI'`,
    )
  })

  it('names missing parameters', () => {
    expect(curlCommand(ROUTES.snapshot, ORIGIN, { network: 'sol', token_address: 'x' })).toContain('/snapshots/TIMESTAMP')
  })

  it('adds the token filter of trades', () => {
    expect(curlCommand(ROUTES.trades, ORIGIN, { network: 'sol', token_address: 'x' })).toContain("/dex/v1/sol/trades?token=x'")
  })

  it('omits the key of open routes and adds a body where needed', () => {
    expect(curlCommand(ROUTES.health, ORIGIN, {})).toBe(`curl -s '${ORIGIN}/health'`)
    expect(curlCommand(ROUTES.startJob, ORIGIN, {})).toContain(
      '-X POST -H "X-API-Key: $HOLDERSCOPE_KEY" -H \'Content-Type: application/json\' -d @body.json',
    )
  })
})
