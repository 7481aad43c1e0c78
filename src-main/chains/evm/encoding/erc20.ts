/** Selectors of ERC-20 that decide what code is read or tried: https://eips.ethereum.org/EIPS/eip-20. */
export const ERC20 = {
  totalSupply: '0x18160ddd',
  balanceOf: '0x70a08231',
  transfer: '0xa9059cbb',
  transferFrom: '0x23b872dd',
  allowance: '0xdd62ed3e',
  approve: '0x095ea7b3',
} as const
