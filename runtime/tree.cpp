/* Red-black trees under std::map, std::set, ….
 *
 * A tree hangs on a header node: its parent is the root, left and right are the first and the last node; it is red,
 * the root is black. An empty tree: no root, left and right are the header itself.
 * The nodes are memory of the program: what is read and written here counts as its own accesses, node by node. */
#include "threadwise.h"
#include <map>

using Node = std::_Rb_tree_node_base;
using std::_S_black;
using std::_S_red;

namespace {

const Node *read(const Node *n) {
    __tw_access(n, sizeof *n, 0);
    return n;
}

Node *read(Node *n) {
    __tw_access(n, sizeof *n, 0);
    return n;
}

Node *write(Node *n) {
    __tw_access(n, sizeof *n, 1);
    return n;
}

enum Side { left, right };

Side other(Side s) { return s == left ? right : left; }
Node *&child(Node *n, Side s) { return s == left ? n->_M_left : n->_M_right; }
Side side_of(Node *n, Node *parent) { return read(parent)->_M_left == n ? left : right; }
bool is_red(Node *n) { return n && read(n)->_M_color == _S_red; }

/* The last node on side `s` of the tree below `n`. */
Node *outermost(Node *n, Side s) {
    while (Node *next = child(read(n), s)) n = next;
    return n;
}

/* Puts `with` (or nothing) into the place of `n`. The parent of `with` is up to the caller. */
void replace(Node *n, Node *with, Node *header) {
    Node *parent = read(n)->_M_parent;
    if (parent == header)
        write(header)->_M_parent = with;
    else
        child(write(parent), side_of(n, parent)) = with;
}

/* Turns `n` and its child on the other side of `s` round: `n` goes down to side `s`. */
void rotate(Node *n, Side s, Node *header) {
    Node *up = child(read(n), other(s)), *middle = child(read(up), s);
    replace(n, up, header);
    write(up)->_M_parent = n->_M_parent;
    child(up, s) = n;
    write(n)->_M_parent = up;
    child(n, other(s)) = middle;
    if (middle) write(middle)->_M_parent = n;
}

/* `n` is red; so may be its parent. */
void repair_insertion(Node *n, Node *header) {
    while (read(n)->_M_parent != header && is_red(n->_M_parent)) {
        Node *parent = n->_M_parent, *grandparent = parent->_M_parent;
        Side s = side_of(parent, grandparent);
        Node *uncle = child(grandparent, other(s));
        if (is_red(uncle)) {
            write(parent)->_M_color = write(uncle)->_M_color = _S_black;
            write(grandparent)->_M_color = _S_red;
            n = grandparent;
            continue;
        }
        if (side_of(n, parent) != s) {
            rotate(parent, s, header);
            parent = n;
        }
        write(parent)->_M_color = _S_black;
        write(grandparent)->_M_color = _S_red;
        rotate(grandparent, other(s), header);
        break;
    }
    Node *root = read(header)->_M_parent;
    if (is_red(root)) write(root)->_M_color = _S_black;
}

/* On the way to `n` (or to nothing) below `parent` there is a black node too few. */
void repair_erasure(Node *n, Node *parent, Node *header) {
    while (parent != header && !is_red(n)) {
        Side s = side_of(n, parent);
        Node *sibling = child(parent, other(s));
        if (is_red(sibling)) {
            write(sibling)->_M_color = _S_black;
            write(parent)->_M_color = _S_red;
            rotate(parent, s, header);
            sibling = child(parent, other(s));
        }
        Node *near = child(read(sibling), s), *far = child(sibling, other(s));
        if (!is_red(near) && !is_red(far)) {
            write(sibling)->_M_color = _S_red;
            n = parent;
            parent = read(n)->_M_parent;
            continue;
        }
        if (!is_red(far)) {
            write(near)->_M_color = _S_black;
            write(sibling)->_M_color = _S_red;
            rotate(sibling, other(s), header);
            far = sibling;
            sibling = near;
        }
        write(sibling)->_M_color = read(parent)->_M_color;
        write(parent)->_M_color = write(far)->_M_color = _S_black;
        rotate(parent, s, header);
        return;
    }
    if (n) write(n)->_M_color = _S_black;
}

/* If `z` is the outermost node on side `s`, another one will be. */
void move_end(Node *z, Node *only, Side s, Node *header) {
    if (child(read(header), s) == z) child(write(header), s) = only ? outermost(only, s) : z->_M_parent;
}

/* `z` has at most one child, which takes its place. */
void unlink_outer(Node *z, Node *only, Node *header) {
    replace(z, only, header);
    if (only) write(only)->_M_parent = z->_M_parent;
    move_end(z, only, left, header);
    move_end(z, only, right, header);
}

/* `y`, the next node after `z`, takes the place of `z`, which has two children. Returns where `y` is missing now. */
Node *unlink_inner(Node *z, Node *y, Node *header) {
    Node *gap = y->_M_parent, *below = y->_M_right;
    if (gap == z) {
        gap = y;
    } else {
        write(gap)->_M_left = below;
        if (below) write(below)->_M_parent = gap;
        write(y)->_M_right = z->_M_right;
        write(z->_M_right)->_M_parent = y;
    }
    replace(z, y, header);
    write(y)->_M_parent = z->_M_parent;
    y->_M_left = z->_M_left;
    write(z->_M_left)->_M_parent = y;
    auto color = y->_M_color;
    y->_M_color = z->_M_color;
    write(z)->_M_color = color;
    return gap;
}

/* The next node on side `s`; the header after the last one. */
template <class N> N *step(N *n, Side s) {
    auto next = [](N *of, Side to) { return to == left ? read(of)->_M_left : read(of)->_M_right; };
    if (N *down = next(n, s)) {
        while (N *further = next(down, other(s))) down = further;
        return down;
    }
    N *up = n->_M_parent;
    while (n == next(up, s)) {
        n = up;
        up = up->_M_parent;
    }
    /* From the last node the way up ends at the root, whose parent is the header and the other way round. */
    return next(n, s) == up ? n : up;
}

} // namespace

namespace std {

void _Rb_tree_insert_and_rebalance(bool to_left, Node *n, Node *parent, Node &header) noexcept {
    write(n)->_M_color = _S_red;
    n->_M_parent = parent;
    n->_M_left = n->_M_right = nullptr;
    if (parent == &header) {
        write(&header)->_M_parent = header._M_left = header._M_right = n;
    } else {
        Side s = to_left ? left : right;
        child(write(parent), s) = n;
        if (child(read(&header), s) == parent) child(write(&header), s) = n;
    }
    repair_insertion(n, &header);
}

Node *_Rb_tree_rebalance_for_erase(Node *z, Node &header) noexcept {
    Node *gap, *below;
    if (read(z)->_M_left && z->_M_right) {
        Node *y = outermost(z->_M_right, left);
        below = y->_M_right;
        gap = unlink_inner(z, y, &header);
    } else {
        gap = z->_M_parent;
        below = z->_M_left ? z->_M_left : z->_M_right;
        unlink_outer(z, below, &header);
    }
    if (z->_M_color == _S_black) repair_erasure(below, gap, &header);
    return z;
}

Node *_Rb_tree_increment(Node *n) noexcept { return step(n, right); }
const Node *_Rb_tree_increment(const Node *n) noexcept { return step(n, right); }

/* From the header, which alone is red and its own grandparent, to the last node. */
Node *_Rb_tree_decrement(Node *n) noexcept {
    if (read(n)->_M_color == _S_red && read(n->_M_parent)->_M_parent == n) return n->_M_right;
    return step(n, left);
}

const Node *_Rb_tree_decrement(const Node *n) noexcept { return _Rb_tree_decrement(const_cast<Node *>(n)); }

} // namespace std
