import { expect, it } from 'vitest'
import { parseAddress } from '../../../../src-shared/domain/parse-address.ts'
import { VENUES } from './registry.ts'

it.each(VENUES)('$dex $version has the address of a program', ({ program }) => {
  expect(parseAddress('sol', program)).toEqual({ ok: true, address: program })
})

it('no program is listed twice, since one of its venues would never be read', () => {
  const programs = VENUES.map(({ program }) => program)
  expect(programs.filter((program, i) => programs.indexOf(program) !== i)).toEqual([])
})
