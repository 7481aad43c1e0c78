import { NETWORKS } from '../../../src-shared/networks.ts'
import { shortPercent } from '../../../src-shared/domain/shown.ts'
import type { FactIndex } from '../fact-index.ts'
import { compareText } from '../../../src-shared/domain/compare.ts'
import { countText } from '../text.ts'
import type { TaxRecipient } from './tax-recipients.ts'

const MAX_NAMED = 5

/** The shares that a tax recipient received: `5.00 %`, or `1.00 % to 25.0 %` if the rate changed. */
export function taxShareText({ ppm: { least, most } }: TaxRecipient): string {
  const [low, high] = [shortPercent(least / 1e4), shortPercent(most / 1e4)]
  return low === high ? low : `${low} to ${high}`
}

/** A sentence that names the tax recipients; null if there are none. */
export function taxNote({ facts, flows }: FactIndex): string | null {
  const recipients = [...flows.taxRecipients.values()].sort((x, y) => compareText(x.address, y.address))
  if (recipients.length === 0) return null
  const shares = recipients.slice(0, MAX_NAMED).map((recipient) => `${taxShareText(recipient)} to ${recipient.address}`)
  const more = recipients.length > MAX_NAMED ? ` and to ${countText(recipients.length - MAX_NAMED, 'more wallet')}` : ''
  const what = NETWORKS[facts.token.network].tokenCode
    ? 'The token’s code takes a tax of others’ moves'
    : 'A fee goes along with the moves of unrelated wallets'
  return `${what}: ${shares.join(', ')}${more}. It links nobody.`
}
