/**
 * Stake pools and the router in front of them. SOL, stake or a staked token goes in and another token comes out at the pool's own rate, mostly
 * by minting and burning. No trade happens, so such a hop is not a swap, alone or in a route (docs/detection.md#reading-trades).
 */
export const STAKE_POOLS: ReadonlySet<string> = new Set([
  // Sanctum's router, Marinade and Lido: https://github.com/igneous-labs/stakedex-sdk/tree/87685585cb246e7e0d75e9d59606707d8a20d336/common/src/address
  'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq',
  'MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD',
  'CrX7kMhLC3cSsXJdT7JDgqrRVWGnUpX3gfEfxxU2NVLi',
  // SPL Stake Pool: https://github.com/solana-program/stake-pool/blob/main/program/src/lib.rs
  'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
  // Its two deployments by Sanctum: https://github.com/igneous-labs/sanctum-spl-stake-pool-cli/blob/master/src/parse/spl_stake_pool_program.rs
  'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
  'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn',
])
