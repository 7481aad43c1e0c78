// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function balanceOf(address) external view returns (uint256);
}

interface IWrapped {
    function deposit() external payable;
}

/// What tells apart the pools that one manager keeps (Uniswap v4). Where there is no manager, its tick spacing is zero.
struct Key {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

struct SwapParams {
    bool zeroForOne;
    int256 amountSpecified;
    uint160 sqrtPriceLimitX96;
}

interface IPoolManager {
    function unlock(bytes calldata data) external returns (bytes memory);
    function sync(address currency) external;
    function settle() external payable returns (uint256 paid);
    function take(address currency, address to, uint256 amount) external;
    function swap(Key memory key, SwapParams memory params, bytes calldata data) external returns (int256 delta);
}

interface IPool {
    function token0() external view returns (address);
    function getReserves() external view returns (uint256, uint256, uint256);
    function getAmountOut(uint256, address) external view returns (uint256);
    function swap(uint256 out0, uint256 out1, address to, bytes calldata data) external;
    function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data) external;
}

/// Swaps of Algebra's pools that take what arrives of a token with a tax. Integral renamed the first one.
interface ITaxedPool {
    function swapSupportingFeeOnInputTokens(address rest, address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data) external;
    function swapWithPaymentInAdvance(address rest, address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data) external;
}

/// Where to trade: a pool with a contract of its own, or with a key a pool that the manager at this address keeps.
struct Market {
    address pool;
    bool concentrated;
    Key key;
}

/// Trades with one pool for whoever calls. It is never deployed: a scan places its code at an address inside a simulation.
contract ScanRouter {
    uint160 private constant LOWEST = 4295128740;
    uint160 private constant HIGHEST = 1461446703485210103287273052203988822378723970341;
    /// The chain's own coin among a manager's currencies. Whoever trades it, this contract pays.
    address private constant COIN = address(0);

    /// Gives `amount` of `tokenIn` to the pool and takes what it buys; works whatever part of the amount arrives.
    function trade(Market calldata market, address tokenIn, uint256 amount, address to) external {
        swap(market, tokenIn, amount, msg.sender, to);
    }

    /// Returns what arrived at a pair, zero for other pools. A pair may pass its fee on, so its balance afterwards does not tell. A token may burn a part
    /// of what the pair holds while it is sold, so a balance below the one before tells nothing either.
    function swap(Market memory market, address tokenIn, uint256 amount, address payer, address to) private returns (uint256 got) {
        address pool = market.pool;
        if (market.key.tickSpacing != 0) {
            IPoolManager(pool).unlock(abi.encode(market.key, tokenIn, amount, payer, to));
            return 0;
        }
        bool zeroForOne = IPool(pool).token0() == tokenIn;
        if (market.concentrated) {
            swapConcentrated(pool, zeroForOne, int256(amount), abi.encode(payer, tokenIn), to);
            return 0;
        }
        got = IToken(tokenIn).balanceOf(pool);
        pay(tokenIn, payer, pool, amount);
        got = rise(got, IToken(tokenIn).balanceOf(pool));
        (uint256 reserve0, uint256 reserve1, ) = IPool(pool).getReserves();
        (uint256 reserveIn, uint256 reserveOut) = zeroForOne ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 arrived = IToken(tokenIn).balanceOf(pool) - reserveIn;
        if (got == 0) got = arrived;
        uint256 out = amountOut(pool, tokenIn, arrived, reserveIn, reserveOut);
        IPool(pool).swap(zeroForOne ? 0 : out, zeroForOne ? out : 0, to, "");
    }

    function rise(uint256 before, uint256 later) private pure returns (uint256) {
        return later > before ? later - before : 0;
    }

    /// Pools refuse a token with a tax, unless they have a swap for it.
    function swapConcentrated(address pool, bool zeroForOne, int256 amount, bytes memory data, address to) private {
        uint160 limit = zeroForOne ? LOWEST : HIGHEST;
        try IPool(pool).swap(to, zeroForOne, amount, limit, data) {
            return;
        } catch {}
        try ITaxedPool(pool).swapSupportingFeeOnInputTokens(to, to, zeroForOne, amount, limit, data) {
            return;
        } catch {}
        ITaxedPool(pool).swapWithPaymentInAdvance(to, to, zeroForOne, amount, limit, data);
    }

    /// A little less than the pool would give, so that any fee up to 1.5 % is paid.
    function amountOut(address pool, address tokenIn, uint256 arrived, uint256 reserveIn, uint256 reserveOut) private view returns (uint256) {
        try IPool(pool).getAmountOut(arrived, tokenIn) returns (uint256 told) {
            return (told * 99) / 100;
        } catch {
            uint256 counted = (arrived * 985) / 1000;
            return (counted * reserveOut) / (reserveIn + counted);
        }
    }

    /// Called by the manager: pays first, so that a token that keeps a part of what moves can be sold, and takes back what was not used.
    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        (Key memory key, address tokenIn, uint256 amount, address payer, address to) = abi.decode(data, (Key, address, uint256, address, address));
        IPoolManager manager = IPoolManager(msg.sender);
        manager.sync(tokenIn);
        if (tokenIn != COIN) pay(tokenIn, payer, msg.sender, amount);
        uint256 paid = manager.settle{value: tokenIn == COIN ? amount : 0}();
        bool zeroForOne = key.currency0 == tokenIn;
        int256 delta = manager.swap(key, SwapParams(zeroForOne, -int256(paid), zeroForOne ? LOWEST : HIGHEST), "");
        (int128 spent, int128 got) = (int128(delta >> 128), int128(delta));
        if (!zeroForOne) (spent, got) = (got, spent);
        manager.take(zeroForOne ? key.currency1 : key.currency0, to, uint256(int256(got)));
        uint256 left = paid - uint256(-int256(spent));
        if (left > 0) manager.take(tokenIn, payer, left);
        return "";
    }

    /// The callback of any concentrated pool, whatever its name: (int256 amount0, int256 amount1, bytes data).
    fallback() external {
        (int256 amount0, int256 amount1, bytes memory data) = abi.decode(msg.data[4:], (int256, int256, bytes));
        (address payer, address tokenIn) = abi.decode(data, (address, address));
        pay(tokenIn, payer, msg.sender, uint256(amount0 > 0 ? amount0 : amount1));
    }

    receive() external payable {}

    function pay(address token, address from, address to, uint256 amount) private {
        bytes memory data = from == address(this)
            ? abi.encodeWithSelector(0xa9059cbb, to, amount)
            : abi.encodeWithSelector(0x23b872dd, from, to, amount);
        (bool ok, bytes memory answer) = token.call(data);
        require(ok && (answer.length == 0 || abi.decode(answer, (bool))), "the token refused the transfer");
    }

    struct Probe {
        uint256 poolSent;
        uint256 bought;
        uint256 moved;
        uint256 arrived;
        uint256 sold;
        uint256 poolGot;
        bool buyOk;
        bool moveOk;
        bool sellPartOk;
        bool sellAllOk;
    }

    /// Everything in one call, for nodes that take overrides of state but simulate no blocks: wrap, buy, move, sell.
    function probe(Market calldata market, address quote, address token, uint256 amount, address second) external payable returns (Probe memory p) {
        address pool = market.pool;
        if (quote != COIN && IToken(quote).balanceOf(address(this)) < amount) IWrapped(quote).deposit{value: amount}();
        uint256 poolBefore = IToken(token).balanceOf(pool);
        try this.own(market, quote, amount) returns (uint256) {
            p.buyOk = true;
        } catch {
            return p;
        }
        p.poolSent = rise(IToken(token).balanceOf(pool), poolBefore);
        p.bought = IToken(token).balanceOf(address(this));
        p.moved = p.bought / 4;
        try this.move(token, second, p.moved) {
            p.moveOk = true;
            p.arrived = IToken(token).balanceOf(second);
        } catch {}
        p.sold = IToken(token).balanceOf(address(this)) / 2;
        poolBefore = IToken(token).balanceOf(pool);
        try this.own(market, token, p.sold) returns (uint256 got) {
            p.sellPartOk = true;
            p.poolGot = got > 0 ? got : rise(poolBefore, IToken(token).balanceOf(pool));
        } catch {}
        try this.own(market, token, IToken(token).balanceOf(address(this))) returns (uint256) {
            p.sellAllOk = true;
        } catch {}
    }

    function own(Market calldata market, address tokenIn, uint256 amount) external returns (uint256) {
        require(msg.sender == address(this));
        return swap(market, tokenIn, amount, address(this), address(this));
    }

    function move(address token, address to, uint256 amount) external {
        require(msg.sender == address(this));
        pay(token, address(this), to, amount);
    }
}
