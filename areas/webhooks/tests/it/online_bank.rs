//! EVT-02: webhooks in the online bank.
