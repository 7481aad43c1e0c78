import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src-shared/contract/routes.ts'
import { curlOf } from './curl.ts'

const ORIGIN = 'http://127.0.0.1:4690'

describe('a call as a shell line', () => {
  it('fills in what is known and keeps the key a variable', () => {
    expect(curlOf(ROUTES.overview, ORIGIN, { network: 'sui', token_address: '0x2::sui::SUI' })).toBe(
      `curl -s -H "X-API-Key: $HOLDERSCOPE_KEY" '${ORIGIN}/dex-metrics/v1/sui/0x2%3A%3Asui%3A%3ASUI'`,
    )
  })

  it('names what must be filled in', () => {
    expect(curlOf(ROUTES.snapshot, ORIGIN, { network: 'sol', token_address: 'x' })).toContain('/snapshots/TIMESTAMP')
  })

  it('gives trades the filter they need', () => {
    expect(curlOf(ROUTES.trades, ORIGIN, { network: 'sol', token_address: 'x' })).toContain("/dex/v1/sol/trades?token=x'")
  })

  it('sends no key where none is needed, and a body where one is', () => {
    expect(curlOf(ROUTES.health, ORIGIN, {})).toBe(`curl -s '${ORIGIN}/health'`)
    expect(curlOf(ROUTES.startJob, ORIGIN, {})).toContain(
      '-X POST -H "X-API-Key: $HOLDERSCOPE_KEY" -H \'Content-Type: application/json\' -d @body.json',
    )
  })
})
