// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IToken {
    function balanceOf(address) external view returns (uint256);
}

interface IWrapped {
    function deposit() external payable;
}

interface IPool {
    function token0() external view returns (address);
    function getReserves() external view returns (uint256, uint256, uint256);
    function getAmountOut(uint256, address) external view returns (uint256);
    function swap(uint256 out0, uint256 out1, address to, bytes calldata data) external;
    function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data) external;
}

/// Trades with one pool for whoever calls. It is never deployed: a scan places its code at an address inside a simulation.
contract ScanRouter {
    uint160 private constant LOWEST = 4295128740;
    uint160 private constant HIGHEST = 1461446703485210103287273052203988822378723970341;

    /// Gives `amount` of `tokenIn` to the pool and takes what it buys; works whatever part of the amount arrives.
    function trade(address pool, bool concentrated, address tokenIn, uint256 amount, address to) external {
        swap(pool, concentrated, tokenIn, amount, msg.sender, to);
    }

    function swap(address pool, bool concentrated, address tokenIn, uint256 amount, address payer, address to) private {
        bool zeroForOne = IPool(pool).token0() == tokenIn;
        if (concentrated) {
            IPool(pool).swap(to, zeroForOne, int256(amount), zeroForOne ? LOWEST : HIGHEST, abi.encode(payer, tokenIn));
            return;
        }
        pay(tokenIn, payer, pool, amount);
        (uint256 reserve0, uint256 reserve1, ) = IPool(pool).getReserves();
        (uint256 reserveIn, uint256 reserveOut) = zeroForOne ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 arrived = IToken(tokenIn).balanceOf(pool) - reserveIn;
        uint256 out = amountOut(pool, tokenIn, arrived, reserveIn, reserveOut);
        IPool(pool).swap(zeroForOne ? 0 : out, zeroForOne ? out : 0, to, "");
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
    function probe(address pool, bool concentrated, address quote, address token, uint256 amount, address second) external payable returns (Probe memory p) {
        if (IToken(quote).balanceOf(address(this)) < amount) IWrapped(quote).deposit{value: amount}();
        uint256 poolBefore = IToken(token).balanceOf(pool);
        try this.own(pool, concentrated, quote, amount) {
            p.buyOk = true;
        } catch {
            return p;
        }
        p.poolSent = poolBefore - IToken(token).balanceOf(pool);
        p.bought = IToken(token).balanceOf(address(this));
        p.moved = p.bought / 4;
        try this.move(token, second, p.moved) {
            p.moveOk = true;
            p.arrived = IToken(token).balanceOf(second);
        } catch {}
        p.sold = IToken(token).balanceOf(address(this)) / 2;
        poolBefore = IToken(token).balanceOf(pool);
        try this.own(pool, concentrated, token, p.sold) {
            p.sellPartOk = true;
            p.poolGot = IToken(token).balanceOf(pool) - poolBefore;
        } catch {}
        try this.own(pool, concentrated, token, IToken(token).balanceOf(address(this))) {
            p.sellAllOk = true;
        } catch {}
    }

    function own(address pool, bool concentrated, address tokenIn, uint256 amount) external {
        require(msg.sender == address(this));
        swap(pool, concentrated, tokenIn, amount, address(this), address(this));
    }

    function move(address token, address to, uint256 amount) external {
        require(msg.sender == address(this));
        pay(token, address(this), to, amount);
    }
}
