/**
 * The addresses of a list that commas separate, without empty ones. Commas between angle brackets belong to a Sui coin type such as
 * `0x2::amm::LP<0x2::sui::SUI,0x5::usdc::USDC>`.
 */
export function splitAddresses(text: string): string[] {
  const parts: string[] = []
  let [depth, start] = [0, 0]
  for (let at = 0; at <= text.length; at++) {
    const character = text[at]
    if (character === '<') depth++
    else if (character === '>') depth--
    if (character !== undefined && (character !== ',' || depth > 0)) continue
    const part = text.slice(start, at).trim()
    if (part !== '') parts.push(part)
    start = at + 1
  }
  return parts
}
