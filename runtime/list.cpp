/* Doubly linked lists under std::list. The nodes are memory of the program: what is read and written here counts as
 * its own accesses, node by node. */
#include "threadwise.h"
#include <list>

using Node = std::__detail::_List_node_base;

namespace {

Node *read(Node *n) {
    __tw_access(n, sizeof *n, 0);
    return n;
}

Node *write(Node *n) {
    __tw_access(n, sizeof *n, 1);
    return n;
}

/* Makes `b` the node after `a`. */
void join(Node *a, Node *b) {
    write(a)->_M_next = b;
    write(b)->_M_prev = a;
}

bool has_no_nodes(Node *list) { return read(list)->_M_next == list; }

/* Moves all nodes of `from` to the empty list `to`. */
void take(Node *to, Node *from) {
    Node *first = from->_M_next, *last = from->_M_prev;
    join(to, first);
    join(last, to);
    join(from, from);
}

} // namespace

namespace std::__detail {

void Node::_M_hook(Node *before) noexcept {
    Node *previous = read(before)->_M_prev;
    join(previous, this);
    join(this, before);
}

void Node::_M_unhook() noexcept {
    Node *previous = read(this)->_M_prev, *next = _M_next;
    join(previous, next);
}

/* Moves the nodes from `first` to the one before `end` in front of this one. */
void Node::_M_transfer(Node *first, Node *end) noexcept {
    if (this == end) return;
    Node *last = read(end)->_M_prev, *before_first = read(first)->_M_prev, *before_this = read(this)->_M_prev;
    join(before_first, end);
    join(before_this, first);
    join(last, this);
}

void Node::_M_reverse() noexcept {
    Node *n = this;
    do {
        Node *next = write(n)->_M_next;
        n->_M_next = n->_M_prev;
        n->_M_prev = next;
        n = next;
    } while (n != this);
}

void Node::swap(Node &a, Node &b) noexcept {
    bool a_empty = has_no_nodes(&a), b_empty = has_no_nodes(&b);
    if (a_empty && b_empty) return;
    if (a_empty) return take(&a, &b);
    if (b_empty) return take(&b, &a);
    Node *first = a._M_next, *last = a._M_prev, *b_first = b._M_next, *b_last = b._M_prev;
    join(&a, b_first);
    join(b_last, &a);
    join(&b, first);
    join(last, &b);
}

} // namespace std::__detail
