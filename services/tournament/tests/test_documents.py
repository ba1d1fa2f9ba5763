"""Tournaments as store documents, and back."""

from life_helpers import after, forward, opened, paired
from x0_tournament.documents import changed_fields, from_document, to_document
from x0_tournament.domain import entering


def test_a_change_writes_what_it_changed_and_nothing_less() -> None:
    """The document as it was, with the change written over it, is the document as it is."""
    t = forward(opened(9), paired)
    changes = [
        after(t, entering.leave(t, "p3", t.due)),
        after(t, entering.pause(t, "p3", t.due)),
        after(t, entering.ask_bye(t, "p4", 2, False, t.due)),
    ]
    for changed in changes:
        document = {**to_document(t), **changed_fields(t, changed)}
        assert from_document(document) == changed and document == to_document(changed)
        assert "rounds" not in changed_fields(t, changed)
    # Who pauses is in it still.
    assert "people" not in changed_fields(t, changes[1])


def test_documents_from_before_chat_and_draws_were_settings() -> None:
    t = opened(3)
    document = to_document(t)
    for name in ("chat", "draw_ply"):
        del document["rules"][name]
    del document["people"]
    assert from_document(document) == t
    limited = opened(3, chat="players", draw_ply=30)
    assert from_document(to_document(limited)) == limited
